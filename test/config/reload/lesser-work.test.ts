/** Calls that may fail sooner, or are written otherwise, and let nothing more happen; and where they do. */
import { describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../../src/main/config/load.ts'
import { readerOf } from '../../../src/main/config/read/include.ts'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { comparePair, type Edits } from './compare-pair.ts'

const SERVERS = `
connections:
  api: { kind: rest, baseUrl: "https://api.example.com", headers: { X-Mode: dry } }
  web: { kind: mcp, url: "https://web.example.com/mcp", headers: { X-Mode: dry } }
`
const request = (more: string) => `{ kind: rest, connection: api, method: POST, path: /pay, ${more} }`
const tool = (map: string) => `{ kind: mcp, connection: web, tool: pay, map: { ${map} } }`
const flow = (step: string, more = '') => `${SERVERS}
workflows:
  w: { ${more}initialState: a, states: { a: { transitions: { go: { target: b, ${step} } } }, b: {}${more && ', c: {}'} } }
`
const single = (step: string) => `${SERVERS}
proxy: { expose: [{ name: pay, title: Pay, ${step} }] }
`
const CALL = `executor: ${request('headers: { X-Reason: test }')}`
const HEADER: Edits = [['X-Reason', 'x-reason']]
const LIMITED = `${CALL}, reliability: { timeoutMs: 1000 }`
const SOONER: Edits = [['timeoutMs: 1000 }', 'timeoutMs: 500 }']]
const TRIED = `${CALL}, reliability: { retry: { initialDelayMs: 100 } }`
const PAUSE: Edits = [['initialDelayMs: 100', 'initialDelayMs: 1000, maxDelayMs: 60000']]
const REPEATED = `executor: ${request('idempotent: true')}`
const ASKED: Edits = [['idempotent: true', 'idempotent: false']]
const LATE = `timeoutMs: 60000, onTimeout: { target: c, executor: ${request('idempotent: false')} }, `

describe('no loss is [weaker.lesser]', () => {
  it.each<[string, string, Edits]>([
    ['a shorter time', flow(LIMITED), SOONER],
    ['a shorter time of a single call', single(LIMITED), SOONER],
    ['a first limit of time', flow(CALL), [[CALL, LIMITED]]],
    ['a longer pause before it is tried again', flow(TRIED), PAUSE],
    ['a longer pause before a single call is tried again', single(TRIED), PAUSE],
    ['a question after a crash', flow(REPEATED), ASKED],
    ['a question after a crash of a single call', single(REPEATED), ASKED],
    ['a header in other letters', flow(CALL), HEADER],
    ['a header of a single call in other letters', single(CALL), HEADER],
    ['a header of a connection in other letters', SERVERS, [['X-Mode', 'x-MODE']]],
    [
      'a header of a server in other letters',
      SERVERS,
      [['mcp", headers: { X-Mode', 'mcp", headers: { x-mode']],
    ],
    ['a higher risk', flow(`actor: human, risk: low, ${CALL}`), [['risk: low', 'risk: medium']]],
    ['a risk as it follows from the call', flow(`actor: human, ${CALL}`), [['human', 'human, risk: medium']]],
  ])('%s', async (_, yaml, edits) => {
    const { weaker, risk } = await comparePair(yaml, edits)
    expect(weaker).toEqual([])
    expect(risk?.level).toBe('low')
  })
})

describe('but is where something follows, or is another [weaker.lesser]', () => {
  const except = (text: string) =>
    `approval: { except: { when: [{ kind: expr, expr: "${text}" }], until: 2026-12-31 } }, `
  const ELSE = `fallback: { executors: [${request('idempotent: false')}] }`
  it.each<[string, string, Edits]>([
    ['a longer time', flow(LIMITED), [['1000 }', '2000 }']]],
    ['no limit of time any more', flow(LIMITED), [[LIMITED, CALL]]],
    [
      'a shorter time of what is tried again',
      flow(LIMITED.replace('1000', '1000, retry: {}')),
      [['1000', '500']],
    ],
    [
      'a shorter time before something else',
      flow(LIMITED.replace('1000', `1000, ${ELSE}`)),
      [['1000', '500']],
    ],
    [
      'a shorter time in a list that goes on',
      `${SERVERS}workflows: { w: { steps: [{ name: one, ${LIMITED}, onFailure: continue }, { name: two, ${CALL} }] } }\n`,
      SOONER,
    ],
    ['a shorter time where something runs late', flow(LIMITED, LATE), SOONER],
    ['a shorter pause', flow(TRIED), [['initialDelayMs: 100', 'initialDelayMs: 10']]],
    ['a longer pause where something runs late', flow(TRIED, LATE), PAUSE],
    ['a question after a crash where something runs late', flow(REPEATED, LATE), ASKED],
    ['a repetition', flow(REPEATED.replace('true', 'false')), [['idempotent: false', 'idempotent: true']]],
    [
      'a key that the other side knows no more',
      flow(`executor: ${request('idempotencyKey: true')}`),
      [[', idempotencyKey: true', '']],
    ],
    ['another value of a header', flow(CALL), [['X-Reason: test', 'x-reason: real']]],
    [
      'a header that an exception reads',
      flow(`${except("$.call.headers.x-reason == 'test'")}${CALL}`),
      HEADER,
    ],
    ['headers that a tool is given', flow(`executor: ${tool('headers: { A: b }')}`), [['A: b', 'a: b']]],
    ['an argument of that name', flow(`executor: ${tool('idempotent: true')}`), ASKED],
    ['a lower risk', flow(`actor: human, risk: medium, ${CALL}`), [['risk: medium', 'risk: low']]],
    ['a first, low risk', flow(`actor: human, ${CALL}`), [['human', 'human, risk: low']]],
  ])('%s', async (_, yaml, edits) => {
    expect((await comparePair(yaml, edits)).risk?.level).toBe('high')
  })

  it('an exception that reads something else of the call reads no headers', async () => {
    const yaml = flow(`${except("$.call.path == '/x'")}${CALL}`)
    expect((await comparePair(yaml, HEADER)).weaker).toEqual([])
  })
})

it('where an agent takes in place of a person what waits for an approval, that is said [live.difference]', async () => {
  const { weaker } = await comparePair(flow(`actor: human, ${CALL}`), [
    ['actor: human', 'approval: { required: true }'],
  ])
  expect(weaker[0]).toMatch(
    /^‘go’ in state ‘a’ is no longer for a person to decide: an agent can after an approval, and it runs/,
  )
})

describe('the folder in which a program or a server runs [weaker.lesser]', () => {
  const load = async (more: string, except = '') => {
    const yaml = `version: "1.0.0"
connections:
  sh: { kind: cli, command: sh-like${more} }
  db: { kind: mcp, command: db-server${more} }
capabilities: { look: { executor: { kind: cli, connection: sh }${except} } }
proxy: { expose: [{ capability: look }] }
`
    const { configuration } = await loadConfiguration('/x/c.yaml', {}, readerOf({ '/x/c.yaml': yaml }))
    if (configuration === null) throw new Error('no configuration')
    return configuration
  }
  const HERE = ', workingDirectory: .'
  const READ =
    ', approval: { except: { when: [{ kind: expr, expr: "$.call.workingDirectory == \'/x\'" }], until: 2026-12-31 } }'

  it('is that of the settings file, said or not', async () => {
    const [plain, said] = [await load(''), await load(HERE)]
    expect(compareConfigurations(plain, said).weaker).toEqual([])
    expect(compareConfigurations(said, plain).risk?.level).toBe('low')
  })

  it.each([
    ['is named where it is another one', '', ', workingDirectory: files', ''],
    ['is named where an exception reads it', '', HERE, READ],
  ])('%s', async (_, was, is, except) => {
    const { weaker } = compareConfigurations(await load(was, except), await load(is, except))
    expect(weaker).toContainEqual(expect.stringContaining('‘sh’ › ‘workingDirectory’ is new'))
  })
})
