import { describe, expect, it } from 'vitest'
import type { ToolRow } from '../../src/preload/contract.ts'
import {
  askedReaders,
  choicesOf,
  filterTools,
  sortTools,
} from '../../src/renderer/features/catalog/tools/filter-tools.ts'
import { sayStep } from '../../src/renderer/features/catalog/tools/foreseen.tsx'
import { toolWords } from '../../src/renderer/features/catalog/tools/tools-words.ts'
import { extend, NOTHING_PICKED, toggle, toggleAll } from '../../src/renderer/ui/picking.ts'

const row = (name: string, change: Partial<ToolRow> = {}): ToolRow => ({
  ...{ kind: 'tool', server: 'files', serverTitle: 'Files', name, item: `files.${name}`, title: name },
  ...{ about: `Does ${name}`, reads: false, said: null, confirmed: null, state: 'offered', approvalId: null },
  ...{ asks: { when: 'never', people: 0, by: null }, used: { count: 0, failed: 0, lastAt: null, by: [] } },
  ...{ tokens: 10, tags: [], aliases: [], clients: null },
  ...change,
})
const ALWAYS = { when: 'always', people: 1, by: null } as const
const NO_FILTER = { text: '', server: '', state: '', reads: '', asks: '' }
const names = (rows: readonly ToolRow[]) => rows.map(({ name }) => name)

it('the table of all tools counts workflows apart, as the tabs above it do [screens.counts]', () => {
  const { count } = toolWords
  expect([count(12, 8, 4), count(3, 8, 1), count(1, 1, 0), count(1, 0, 1), count(0, 0, 0)]).toEqual([
    ...['8 tools, 4 workflows', '3 of 8 tools, 1 workflow', '1 tool', '1 workflow', '0 tools'],
  ])
})

describe('the table of all tools [tools.window]', () => {
  const rows = [
    row('read 10', { reads: true, said: true, asks: ALWAYS, tags: ['daily'] }),
    row('read 9', { reads: true, said: true, confirmed: true }),
    row('wipe', { asks: { when: 'always', people: 2, by: 'lead' }, said: true, confirmed: false }),
    row('pay', { kind: 'workflow', server: null, serverTitle: null, aliases: ['bill'], tokens: 99 }),
  ]

  it('is filtered by every word, wherever it stands, and by what each is', () => {
    expect(names(filterTools(rows, { ...NO_FILTER, text: 'READ files' }))).toEqual(['read 10', 'read 9'])
    expect(names(filterTools(rows, { ...NO_FILTER, text: 'bill' }))).toEqual(['pay'])
    expect(names(filterTools(rows, { ...NO_FILTER, reads: 'writes', asks: 'always' }))).toEqual(['wipe'])
    const { server } = choicesOf(rows)
    expect(server.map(({ label, count }) => [label, count])).toEqual([
      ['Files', 3],
      ['Workflow', 1],
    ])
    const workflows = server.at(-1)?.value ?? ''
    expect(names(filterTools(rows, { ...NO_FILTER, server: workflows }))).toEqual(['pay'])
  })

  it('is sorted as people count, servers before what has none', () => {
    const sorted = (by: string, down = false) => names(sortTools(rows, { by, down }))
    expect(sorted('name')).toEqual(['pay', 'read 9', 'read 10', 'wipe'])
    expect(sorted('server').at(-1)).toBe('pay')
    expect(sorted('asks', true).slice(0, 2)).toEqual(['wipe', 'read 10'])
    expect(sorted('tokens', true)[0]).toBe('pay')
  })

  it('offers to free those that a person is asked about and that only read, as their servers say [tools.readers]', () => {
    expect(names(askedReaders(rows))).toEqual(['read 10'])
  })

  it('says of a change whatever was chosen with it, and of what was before as the table does [tools.chosen]', () => {
    const asked = row('wipe', { asks: { when: 'always', people: 2, by: 'lead' } })
    const people = { quorum: 3, permission: 'pay', timeoutMs: 90_000, risk: 'high' } as const
    expect(sayStep(asked, { do: 'ask', when: 'always', people })).toBe(
      'Always, 2 people (lead) → Always, 3 people (pay), refused after 1.5 minutes, high risk',
    )
    expect(sayStep(asked, { do: 'ask', when: 'never' })).toBe('Always, 2 people (lead) → Never')
    expect(sayStep(asked, { do: 'ask', when: 'writes' })).toBe(
      'Always, 2 people (lead) → When it writes, 2 people (lead)',
    )
  })

  it('is picked one by one, as a range from where it began, and as all that match', () => {
    const keys = ['a', 'b', 'c', 'd', 'e']
    const one = toggle(NOTHING_PICKED, 'b')
    const range = extend(one, keys, 'd')
    expect([...range.picked]).toEqual(['b', 'c', 'd'])
    expect([...extend(range, keys, 'a').picked].toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect([...toggle(range, 'c').picked]).toEqual(['b', 'd'])
    const all = toggleAll(toggle(NOTHING_PICKED, 'z'), keys)
    expect(all.picked.size).toBe(6)
    expect([...toggleAll(all, keys).picked]).toEqual(['z'])
    expect([...extend(NOTHING_PICKED, keys, 'c').picked]).toEqual(['c'])
  })
})
