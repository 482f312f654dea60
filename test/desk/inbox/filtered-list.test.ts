import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChangeLog, createNarrowed } from '../../../src/main/desk/inbox/filtered-list.ts'
import { compareUrgency, type Urgency } from '../../../src/main/desk/inbox/urgency.ts'
import { runs } from '../../support/effort.ts'

interface Entry extends Urgency {
  word: string
}

function openList(most?: number) {
  const entries = new Map<string, Entry>()
  const changes = createChangeLog(most)
  const looked: string[] = []
  const narrowed = createNarrowed<Entry>()
  const sorted = () => [...entries.values()].toSorted(compareUrgency)
  return {
    put(entry: Entry) {
      entries.set(entry.id, entry)
      changes.note(entry.id)
    },
    remove(id: string) {
      if (entries.delete(id)) changes.note(id)
    },
    forget: changes.forget,
    looked,
    expected: (word: string) => sorted().filter((entry) => entry.word === word),
    ask: (word: string, meanwhile = async () => {}) =>
      narrowed.of({ sorted: sorted(), changes, find: (id) => entries.get(id) }, word, async (all) => {
        const picked = all.filter((entry) => entry.word === word)
        looked.push(...all.map(({ id }) => id))
        await meanwhile()
        return picked
      }),
  }
}

const entry = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  requestedAt: fc.integer({ min: 0, max: 5 }).map((minute) => `2026-01-01T00:0${minute}:00.000Z`),
  deadlineAt: fc.option(fc.constantFrom('2026-02-01', '2026-02-02')),
  word: fc.constantFrom('apples', 'pears'),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), entry, late: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), entry, late: fc.boolean() }),
  fc.record({ kind: fc.constant('ask' as const), entry, late: fc.boolean() }),
  fc.record({ kind: fc.constant('forget' as const), entry, late: fc.boolean() }),
)

describe('a list that is narrowed again', () => {
  it('is what a search of everything would find, whatever came, went or changed [inbox.fresh]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        async (steps, most) => {
          const list = openList(most)
          for (const { kind, entry: item, late } of steps) {
            if (kind === 'put') list.put(item)
            else if (kind === 'remove') list.remove(item.id)
            else if (kind === 'forget') list.forget()
            else if (late) await list.ask(item.word, async () => list.put(item))
            else expect(await list.ask(item.word)).toEqual(list.expected(item.word))
          }
        },
      ),
      { numRuns: runs(200, 5000) },
    )
  })

  it('looks at what has changed only [inbox.fresh]', async () => {
    const list = openList()
    const item = (id: string) => ({ id, requestedAt: '2026-01-01', deadlineAt: null, word: 'apples' })
    for (let number = 100; number < 200; number += 1) list.put(item(`a${number}`))
    await list.ask('apples')
    expect(list.looked).toHaveLength(100)
    list.looked.length = 0
    list.put(item('b'))
    list.remove('a150')
    expect(await list.ask('apples')).toHaveLength(100)
    expect(list.looked).toEqual(['b'])
  })
})
