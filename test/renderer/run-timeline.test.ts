import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { TimelineEntry } from '../../src/preload/contract.ts'
import { RunTimeline } from '../../src/renderer/features/runs/run-timeline.tsx'

it('what happened in a run says that its beginning was removed, and nothing where it is whole [runs.history-removed]', () => {
  const entry = (eventType: TimelineEntry['eventType']) =>
    ({
      ...{ id: eventType, at: '2026-01-01T00:00:00.000Z', actor: 'engine', eventType, text: eventType },
      ...{ quote: null, quoteBy: 'gateway', tone: 'neutral', quiet: false, raw: {} },
    }) as TimelineEntry
  const says = (timeline: TimelineEntry[], isPartial = false) =>
    /(Older entries|Only the newest)[^<]*/.exec(
      renderToStaticMarkup(createElement(RunTimeline, { timeline, isPartial })),
    )?.[1] ?? null
  const [started, moved] = [entry('workflow.started'), entry('workflow.transitioned')]
  expect(says([entry('guard.evaluated'), started, moved])).toBeNull()
  for (const left of [[], [moved]]) expect(says(left)).toBe('Older entries')
  expect(says([moved], true)).toBe('Only the newest')
})
