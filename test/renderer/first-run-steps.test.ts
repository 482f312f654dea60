import { describe, expect, it } from 'vitest'
import { judgeSteps, nextScript } from '../../src/renderer/features/first-run/steps.ts'

const line = { at: '2026-11-21T10:00:00.000Z', who: 'agent' as const, text: 'workflow.start', code: null }
const nothing = {
  clients: 0,
  play: { running: false, lines: [] },
  waiting: undefined,
  decided: undefined,
  you: 'human:ada',
}
const waiting = { votes: null }
const by = (...names: string[]) => ({
  votes: {
    needed: 2,
    given: names.map((name) => ({ by: `human:${name}`, at: line.at, comment: '', proven: false })),
  },
})

function states(known: Parameters<typeof judgeSteps>[0]): string[] {
  const { connect, arrive, decide } = judgeSteps(known)
  return [connect, arrive, decide]
}

describe('the first steps', () => {
  it('begin with connecting [window.first-run]', () => {
    expect(states(nothing)).toEqual(['now', 'later', 'later'])
    expect(states({ ...nothing, play: undefined })).toEqual(['now', 'later', 'later'])
  })

  it('wait for the item once an agent is there, played or real [window.first-run]', () => {
    expect(states({ ...nothing, clients: 1 })).toEqual(['done', 'now', 'later'])
    expect(states({ ...nothing, play: { running: true, lines: [line] } })).toEqual(['done', 'now', 'later'])
  })

  it('ask for the decision while an item waits [window.first-run]', () => {
    expect(states({ ...nothing, waiting })).toEqual(['done', 'done', 'now'])
    expect(states({ ...nothing, waiting, decided: { status: 'approved' } })).toEqual(['done', 'done', 'now'])
  })

  it('are done when something was decided, nothing waits, and nothing can be taken back [window.first-run]', () => {
    expect(states({ ...nothing, decided: { status: 'approved' } })).toEqual(['done', 'done', 'done'])
    expect(judgeSteps({ ...nothing, decided: { status: 'scheduled' } })).toEqual({
      connect: 'done',
      arrive: 'done',
      decide: 'now',
      toDecide: 'scheduled',
    })
  })

  it('say who has to approve next where two must [first-run.two-people]', () => {
    const next = (...names: string[]) => judgeSteps({ ...nothing, waiting: by(...names) }).toDecide
    expect(next()).toBe('first')
    expect(next('ada')).toBe('change')
    expect(next('root')).toBe('second')
  })

  it('suggest the scripts one after the other [window.first-run]', () => {
    expect(nextScript(null)).toBe('content_review')
    expect(nextScript('content_review')).toBe('file_change')
    expect(nextScript('two_people')).toBe(null)
  })
})
