import { describe, expect, it } from 'vitest'
import {
  chooseItem,
  isAtWork,
  judgeOwnSteps,
  judgeSteps,
  nextScript,
  othersFor,
} from '../../src/renderer/features/first-run/steps.ts'
import { words } from '../../src/renderer/words.ts'

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

  it('name only people who are there and have not approved yet [first-run.others]', () => {
    const person = (name: string, declared: boolean) => ({
      name,
      declared,
      roles: [],
      permissions: [],
      hasPin: false,
      waitUntil: null,
    })
    const people = {
      you: 'alex',
      pinsExist: false,
      people: [person('root', false), person('alex', true), person('robin', true), person('kim', true)],
    }
    expect(othersFor(by('alex'), people as never, 'alex')).toEqual(['robin', 'kim'])
    expect(othersFor(by('alex', 'kim'), people as never, 'alex')).toEqual(['robin'])
    expect(words.firstRun.decide.change(['robin'])).toContain('Switch to robin: click')
    expect(words.firstRun.decide.change(['robin', 'kim'])).toContain('Switch to robin or kim: click')
    expect(words.firstRun.decide.change([])).toContain('add one')
  })

  it('are about what the sample agent asks for, and give way to real work [first-run.gives-way]', () => {
    const real = { workflowId: 'wf_real' }
    const played = { workflowId: 'wf_played' }
    expect(chooseItem([real, played], 'wf_played')).toBe(played)
    expect(chooseItem([real], null)).toBe(real)
    expect(isAtWork([played], 'wf_played')).toBe(false)
    expect(isAtWork([real], 'wf_played')).toBe(true)
    expect(isAtWork([], null)).toBe(false)
  })

  it('suggest the scripts one after the other [window.first-run]', () => {
    expect(nextScript(null)).toBe('content_review')
    expect(nextScript('content_review')).toBe('file_change')
    expect(nextScript('two_people')).toBe(null)
  })
})

describe('the steps of a workspace of one’s own [first-run.own-steps]', () => {
  const bundled = { target: `\${COUNTERSIGN_NODE} \${COUNTERSIGN_MODULES}/server-filesystem/index.js` }
  const own = { target: 'npx -y @acme/tickets@1.2.0' }
  it.each([
    ['nothing is there', { servers: [], clients: 0, waiting: 0, decided: 0 }, ['now', 'later', 'later']],
    [
      'only what came with it',
      { servers: [bundled], clients: 0, waiting: 0, decided: 0 },
      ['now', 'later', 'later'],
    ],
    [
      'a server of one’s own',
      { servers: [bundled, own], clients: 0, waiting: 0, decided: 0 },
      ['done', 'now', 'later'],
    ],
    [
      'an agent that has asked',
      { servers: [own], clients: 0, waiting: 1, decided: 0 },
      ['done', 'done', 'now'],
    ],
    [
      'a decision, on what came with it',
      { servers: [bundled], clients: 0, waiting: 0, decided: 1 },
      ['now', 'done', 'done'],
    ],
  ] as const)('%s', (_, known, expected) => {
    const { server, agent, decide } = judgeOwnSteps(known)
    expect([server, agent, decide]).toEqual(expected)
  })

  it('speak of the file server only where there is one', () => {
    const known = { clients: 0, waiting: 0, decided: 0 }
    expect(
      [[], [own], [own, bundled]].map((servers) => judgeOwnSteps({ ...known, servers }).hasFileServer),
    ).toEqual([...[false, false, true]])
  })
})
