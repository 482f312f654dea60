/** Who may approve, said by the queue or by the approval itself. */
import { describe, expect, it } from 'vitest'
import { comparePair, type Edits } from './compare-pair.ts'

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
  const gate = 'The capability ‘x’: its approval'
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
