import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Earlier, InboxDetail } from '../../src/preload/contract.ts'
import { choicesOf, firstChoice } from '../../src/renderer/features/inbox/card/sections/compare-with.tsx'
import {
  columnsOf,
  countChanges,
  type JsonObject,
  listFields,
  pairRecords,
} from '../../src/renderer/values/typed-fields.ts'
import { TypedValues } from '../../src/renderer/values/typed-values.tsx'

const schema = {
  type: 'object',
  properties: {
    image: { type: 'string', title: 'Image', description: 'What to ship' },
    replicas: { type: 'number' },
  },
}

describe('the values of a card', () => {
  it('stand in the order of their form, with what differs marked, what is gone last [card.form]', () => {
    const fields = listFields(
      schema,
      { note: 'x', replicas: 3, image: 'v2' },
      { image: 'v1', replicas: 3, region: 'eu' },
    )
    expect(fields.map(({ key, name, mark }) => [key, name, mark])).toEqual([
      ['image', 'Image', 'changed'],
      ['replicas', 'replicas', 'same'],
      ['note', 'note', 'added'],
      ['region', 'region', 'removed'],
    ])
    expect(fields[0]).toMatchObject({ description: 'What to ship', value: 'v2', before: 'v1' })
    expect(listFields(schema, { image: 'v2' }, null)).toMatchObject([{ mark: null }])
    expect(countChanges({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBe(0)
    expect(countChanges({ a: '1' }, { a: 1 })).toBe(1)
    expect(countChanges({ a: null }, {})).toBe(1)
  })

  it('never take a field from what every object has [card.form]', () => {
    expect(listFields({ properties: { constructor: { title: 'Hm' } } }, {}, {})).toEqual([])
    expect(listFields(null, JSON.parse('{"__proto__": 1}'), {})).toMatchObject([
      { key: '__proto__', mark: 'added' },
    ])
  })

  it('are a table where they are flat records, whose rows are found again by name, also in another order [card.form]', () => {
    const before = [
      { path: 'a.md', size: 1 },
      { path: 'b.md', size: 2 },
    ]
    const value = [
      { path: 'b.md', size: 5 },
      { path: 'c.md', size: 2 },
    ]
    expect(columnsOf(value)).toEqual(['path', 'size'])
    expect(
      pairRecords(value, before).map(({ mark, value: is, before: was }) => [mark, is?.path, was?.path]),
    ).toEqual([
      ['changed', 'b.md', 'b.md'],
      ['added', 'c.md', undefined],
      ['removed', undefined, 'a.md'],
    ])
    const third = { path: 'c.md', size: 3 }
    const marks = (rows: JsonObject[]) => pairRecords(rows, [...before, third]).map(({ mark }) => mark)
    const inOrder = [...before, third]
    expect(marks(inOrder)).toEqual(['same', 'same', 'same'])
    expect(marks(inOrder.toReversed())).toEqual(['same', 'moved', 'moved'])
    expect(marks([third, ...value.slice(0, 1)])).toEqual(['same', 'changed', 'removed'])
    expect(columnsOf([{ deep: {} }])).toBeNull()
    expect(columnsOf([1, 2])).toBeNull()
    expect(columnsOf([])).toBeNull()
  })

  it('are compared with what a person knows already: refused if it comes again, else approved [card.compared]', () => {
    const earlier = (values: Partial<Earlier>) => ({ arguments: {}, context: {}, ...values }) as Earlier
    const of = (compared: Partial<InboxDetail['compared']>, isCall = true) =>
      choicesOf({
        compared: {
          prefill: null,
          lastApproved: null,
          lastRefused: null,
          ...compared,
        } as InboxDetail['compared'],
        asked: isCall ? { arguments: {}, schema: null } : null,
      })
    const both = of({
      prefill: { a: 0 },
      lastApproved: earlier({ arguments: { a: 1 } }),
      lastRefused: earlier({ arguments: { a: 2 } }),
    })
    expect(both).toEqual({ prefill: { a: 0 }, approved: { a: 1 }, refused: { a: 2 } })
    expect([firstChoice(both, true), firstChoice(both, false)]).toEqual(['refused', 'approved'])
    expect(firstChoice(of({ prefill: { a: 0 } }), false)).toBe('prefill')
    expect(firstChoice(of({}), true)).toBe('nothing')
    // One answer among several is no refusal.
    const answered = of({ lastRefused: earlier({ arguments: { a: 2 }, tone: 'neutral' }) })
    expect(answered).toEqual({ answered: { a: 2 } })
    expect(firstChoice(answered, true)).toBe('answered')
    expect(of({ prefill: { a: 0 }, lastApproved: earlier({ context: { b: 1 } }) }, false)).toEqual({
      approved: { b: 1 },
    })
  })
})

describe('a value that changed in nothing but blanks', () => {
  const draw = (before: string, after: string) =>
    renderToStaticMarkup(
      createElement(TypedValues, {
        schema: null,
        values: { path: after },
        against: { path: before },
        how: 'refused',
      }),
    )

  it.each([
    ['/tmp/a', '/tmp/a ', 'blank'],
    ['/tmp/a', ' /tmp/a', 'blank'],
    ['a b', 'a  b', '2 blanks'],
    ['a\tb', 'a    b', '4 blanks'],
    ['a', 'a\n', 'line break'],
    ['a', '\na', 'line break'],
  ])('says which: %j is now %j [card.blanks]', (before, after, mark) => {
    for (const drawn of [draw(before, after), draw(after, before)]) expect(drawn).toContain(mark)
  })
})
