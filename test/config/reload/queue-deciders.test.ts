/** Who may approve, said by the queue or by the approval itself. */
import { describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import type { OpenRuns } from '../../../src/main/config/reload/open-runs.ts'
import { readOpenRuns } from '../../../src/main/gateway/configuration/open-runs.ts'
import { openMemoryStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { approval, heldItem } from '../../store/samples.ts'
import { comparePair, type Edits } from './compare-pair.ts'
import { loadText } from './load-text.ts'

const CALL = '{ kind: mcp, connection: db, tool: pay }'
const file = (approval: string, queues = 'ops: { role: boss }, desk: { role: boss }, all: {}') => `
connections: { db: { kind: mcp, command: db-server } }
approvals: { queues: { ${queues} } }
proxy: { expose: [{ name: x, title: X, executor: ${CALL}, approval: { ${approval} } }] }
`
const OPS = 'queue: ops'
const BY = 'by: { role: boss }'

describe('where the same people decide, it makes no difference [weaker.deciders]', () => {
  it.each([
    ['from a queue to its people', OPS, BY],
    ['from people to their queue', BY, OPS],
    ['beside the queue', OPS, `${OPS}, ${BY}`],
    ['to another queue of the same people', OPS, 'queue: desk'],
    ['to fewer of them', OPS, 'by: { role: boss, permission: pay }'],
    ['from a queue where anybody decides', 'queue: all', 'required: true'],
    ['to a queue where anybody decides', 'required: true', 'queue: all'],
  ])('%s', async (_, was, is) => {
    const { weaker, wordsOnly, risk } = await comparePair(file(was), [[was, is]])
    expect(weaker).toEqual([])
    expect(wordsOnly).toBe(false)
    expect(risk?.level).toBe('low')
  })

  it('to a queue that is declared with it', async () => {
    const edits: Edits = [
      ['all: {}', 'new: { role: boss }'],
      [BY, 'queue: new'],
    ]
    expect((await comparePair(file(BY), edits)).weaker).toEqual([])
  })
})

describe('others may decide, and are named [weaker.deciders]', () => {
  const gate = 'The tool ‘x’: its approval'
  const rule: [string, string] = ['ops: { role: boss }', 'ops: { role: intern }']
  it.each<[string, string, Edits, string]>([
    ['anybody', OPS, [[OPS, 'required: true']], `${gate} no longer waits in the queue ‘ops’.`],
    ['anybody, in a queue', OPS, [[OPS, 'queue: all']], `${gate} waits in the queue ‘all’ instead of ‘ops’.`],
    [
      'anybody, in a queue of no rule',
      BY,
      [[BY, 'queue: none']],
      `${gate} is for whoever decides in the queue ‘none’ to give, and no longer for the role ‘boss’.`,
    ],
    [
      'others by the approval',
      OPS,
      [[OPS, 'by: { role: intern }']],
      `${gate} is for the role ‘intern’ to give, and no longer for whoever decides in the queue ‘ops’.`,
    ],
    [
      'others by a queue that changes with it',
      BY,
      [[BY, OPS], rule],
      `${gate} is for whoever decides in the queue ‘ops’ to give, and no longer for the role ‘boss’.`,
    ],
    ['others by the queue', OPS, [rule], 'What waits in the queue ‘ops’ is for other people to decide.'],
    [
      'others by a queue that is declared with it',
      BY,
      [
        ['all: {}', 'new: { role: intern }'],
        [BY, 'queue: new'],
      ],
      `${gate} is for whoever decides in the queue ‘new’ to give, and no longer for the role ‘boss’.`,
    ],
  ])('%s', async (_, was, edits, said) => {
    const { weaker, risk } = await comparePair(file(was), edits)
    expect(weaker).toContain(said)
    expect(risk?.level).toBe('high')
  })
})

describe('a queue in which nothing waits [weaker.deciders]', () => {
  const before = file(BY)
  const compare = async (yaml: string, edits: Edits, open: OpenRuns) => {
    const changed = edits.reduce((text, [from, to]) => text.replace(from, () => to), yaml)
    return compareConfigurations(await loadText(yaml), await loadText(changed), open)
  }
  const NOTHING: OpenRuns = { pinned: [], owners: {}, asked: [] }
  const GONE: Edits = [['ops: { role: boss }, ', '']]
  const OTHERS: Edits = [['ops: { role: boss }', 'ops: {}']]
  const RENAMED: Edits = [['ops: { role: boss }', 'sec: { role: boss }']]

  it.each([
    ['goes', GONE],
    ['is for others', OTHERS],
    ['is called otherwise', RENAMED],
  ])('and in which nothing can wait %s, and nothing is named', async (_, edits) => {
    const { weaker, wordsOnly, risk } = await compare(before, edits, NOTHING)
    expect(weaker).toEqual([])
    expect(wordsOnly).toBe(false)
    expect(risk?.level).toBe('low')
  })

  it.each<[string, string, OpenRuns]>([
    ['it is not known what waits', before, { pinned: [], owners: {} }],
    ['something waits there', before, { ...NOTHING, asked: ['ops'] }],
    ['an approval names it', file(OPS), NOTHING],
  ])('is named where %s', async (_, yaml, open) => {
    for (const edits of [GONE, OTHERS, RENAMED])
      expect((await compare(yaml, edits, open)).risk?.level, JSON.stringify(edits)).toBe('high')
  })

  it('is named where an open run asks there', async () => {
    const began = await loadText(
      `workflows: { w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: human, queue: ops } } } }, b: {} } } }`,
    )
    const pinned = Object.values(began.workflows).map((definition) => ({ definition, runs: 1 }))
    expect((await compare(before, GONE, { ...NOTHING, pinned })).risk?.level).toBe('high')
  })

  it('is known by what waits: by its own queue, or by any of its approvals', async () => {
    const store = openMemoryStore()
    const gate = { required: true as const, quorum: 1, notRequester: false }
    const gates = ['ops', 'sec'].map((queue) => ({ ...gate, queue }))
    await store.commit({
      expect: [],
      approvals: [
        approval({ id: 'ap_1', queue: 'asked' }),
        approval({ id: 'ap_2', queue: 'settled', status: 'refused' }),
        approval({ id: 'ap_3' }),
        heldItem({ id: 'ap_4', held: { gates: [gate, ...gates], votes: [], from: 0 } }),
        heldItem({
          id: 'ap_5',
          held: { gates: [{ ...gate, by: { role: 'boss', permission: 'pay' } }], votes: [], from: 0 },
          status: 'scheduled',
        }),
      ],
      audit: [],
    })
    expect((await readOpenRuns(store)).asked?.toSorted()).toEqual(['asked', 'boss', 'ops', 'pay', 'sec'])
    await store.close()
  })
})
