import { describe, expect, it } from 'vitest'
import { judgeSteps } from '../../src/renderer/features/first-run/steps.ts'

const line = { at: '2026-11-21T10:00:00.000Z', who: 'agent' as const, text: 'workflow.start' }
const nothing = { clients: 0, play: { running: false, lines: [] }, waiting: 0, decided: 0 }

describe('the first steps', () => {
  it('begin with connecting [window.first-run]', () => {
    expect(judgeSteps(nothing)).toEqual(['now', 'later', 'later'])
    expect(judgeSteps({ ...nothing, play: undefined })).toEqual(['now', 'later', 'later'])
  })

  it('wait for the item once an agent is there, played or real [window.first-run]', () => {
    expect(judgeSteps({ ...nothing, clients: 1 })).toEqual(['done', 'now', 'later'])
    expect(judgeSteps({ ...nothing, play: { running: true, lines: [line] } })).toEqual([
      'done',
      'now',
      'later',
    ])
  })

  it('ask for the decision while an item waits [window.first-run]', () => {
    expect(judgeSteps({ ...nothing, waiting: 1 })).toEqual(['done', 'done', 'now'])
    expect(judgeSteps({ ...nothing, waiting: 1, decided: 3 })).toEqual(['done', 'done', 'now'])
  })

  it('are done when something was decided and nothing waits [window.first-run]', () => {
    expect(judgeSteps({ ...nothing, decided: 1 })).toEqual(['done', 'done', 'done'])
  })
})
