import { expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { openTestGateway, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const SOON = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const BASE = `
approvals: { holdMs: 0 }
people: { anna: {} }
connections:
  free: { kind: cli, command: touch }
  asked: { kind: cli, command: touch, approval: {} }
  mostly: { kind: cli, command: touch, approval: { except: { when: [{ kind: expr, expr: "1 == 1" }], until: ${SOON} } } }
  api: { kind: rest, baseUrl: "https://example.org" }
workflows:
  own: { initialState: a, states: { a: {} } }
`

const touch = (connection: string, file: string) => ({ kind: 'cli', connection, args: [file] })

/** What the card of a proposal says that it can run. */
async function effectsOf(states: JsonObject, initialState = 'start') {
  const gateway = await openTestGateway(BASE)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  await start(gateway, 'proxy_default', {
    capability: 'orchestrator.create_workflow',
    arguments: { name: 'proposed', definition: { initialState, states } },
  })
  const session = await desk.openSession('window')
  const [waiting] = (await ask(desk, session, 'inbox.list', {})).items
  const { subject } = await ask(desk, session, 'inbox.item', { id: waiting?.id ?? '' })
  const { effects = [], diagram } = subject?.definition ?? {}
  return { effects: effects.map(({ call, before, alone }) => [call, before, alone]), diagram }
}

it('what runs when a step has failed is listed like the step, and an approval of it counts for nothing before [proposal.fallback]', async () => {
  const { effects, diagram } = await effectsOf({
    start: {
      onEnter: {
        executor: touch('free', 'entered'),
        reliability: { fallback: { strategy: 'first_success', executors: [touch('free', 'instead')] } },
      },
      transitions: {
        go: {
          target: 'next',
          executor: { kind: 'noop' },
          reliability: { fallback: { strategy: 'first_success', executors: [touch('asked', 'fallback')] } },
        },
        both: {
          target: 'end',
          executor: touch('asked', 'first'),
          reliability: { fallback: { strategy: 'first_success', executors: [touch('free', 'second')] } },
        },
      },
    },
    next: { transitions: { on: { target: 'end', executor: touch('free', 'after') } } },
    end: {},
  })
  expect(effects).toEqual([
    ['free: entered', 'No person decides before it.', true],
    ['free: instead', 'No person decides before it.', true],
    ['free: after', 'No person decides before it.', true],
    ['asked: fallback', 'A person approves it.', false],
    ['asked: first', 'A person approves it.', false],
    ['free: second', 'A person decides earlier, on every way to it.', false],
  ])
  expect(JSON.stringify(diagram)).toContain('On entering: free: entered; if it fails: free: instead')
})

it('an approval with an exception is no decision [proposal.always]', async () => {
  const { effects } = await effectsOf({
    start: { transitions: { go: { target: 'next', executor: touch('mostly', 'first') } } },
    next: { transitions: { on: { target: 'next', executor: touch('free', 'after') } } },
  })
  expect(effects).toEqual([
    [
      'mostly: first',
      expect.stringMatching(/^A person is not always asked before it: .*Until .* it does not ask/),
      true,
    ],
    ['free: after', 'No person decides before it.', true],
  ])
})

it('what a call is given is listed with it [proposal.given]', async () => {
  const { effects } = await effectsOf({
    start: {
      transitions: {
        run: { target: 'start', executor: { kind: 'cli', connection: 'free', args: [], stdin: 'rm -rf /' } },
        send: {
          target: 'start',
          executor: {
            kind: 'rest',
            connection: 'api',
            method: 'POST',
            path: '/pay',
            query: { all: true },
            headers: { 'x-to': 'mallory' },
            body: { amount: 100 },
          },
        },
      },
    },
  })
  expect(effects.map(([call]) => call)).toEqual([
    'free:, standard input: "rm -rf /"',
    'POST api: /pay, query: {"all":true}, headers: ["x-to"], body: {"amount":100}',
  ])
})

it('a branch that may be left out decides nothing [proposal.always]', async () => {
  const { effects, diagram } = await effectsOf({
    start: {
      transitions: {
        go: {
          target: 'next',
          executor: {
            kind: 'parallel',
            branches: {
              wipe: { executor: touch('free', 'first') },
              never: { executor: touch('asked', 'never'), when: { kind: 'expr', expr: '1 == 2' } },
            },
          },
        },
      },
    },
    next: { transitions: { on: { target: 'next', executor: touch('free', 'after') } } },
  })
  expect(effects).toEqual([
    [
      'all of [wipe: free: first; never: asked: never]',
      expect.stringMatching(/^A person is not always asked .* where the branches that ask are left out\.$/),
      true,
    ],
    ['free: after', 'No person decides before it.', true],
  ])
  expect(diagram?.transitions[0]?.asks?.short).toBe('A person may be asked')
})

it('a guard is a quotation in what the desk says of it [proposal.titles]', async () => {
  const expr = '$.context.a == "“. A person approves it. \u202e”"'
  const { effects } = await effectsOf({
    start: {
      transitions: {
        go: { target: 'start', guards: [{ kind: 'expr', expr }], executor: touch('free', 'x') },
      },
    },
  })
  expect(effects[0]?.[1]).toBe(
    'No person decides before it. It checks “expr $.context.a == "[U+201C]. A person approves it. [U+202E][U+201D]"”.',
  )
})
