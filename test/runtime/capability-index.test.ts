import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Capability } from '../../src/main/model/definition.ts'
import { createCapabilityIndex } from '../../src/main/runtime/live-catalog.ts'
import { makeCapability } from '../search/samples.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']

function listOf(ids: readonly string[], readOnly: boolean): Capability[] {
  return ids.map((id) =>
    makeCapability(id, { readOnly, source: { kind: 'import', connection: 'post', tool: id } }),
  )
}

it('knows after any changes what one that is new would know, and nothing else [search.live]', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...NAMES))
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, fc.nat(3), fc.boolean()), { maxLength: 10 }), (changes) => {
      const index = createCapabilityIndex()
      const lists: Capability[][] = [[], [], [], []]
      for (const [wanted, at, readOnly] of changes) {
        const elsewhere = new Set(
          lists.filter((_, other) => other !== at).flatMap((list) => list.map(({ id }) => id)),
        )
        lists[at] = listOf(
          wanted.filter((id) => !elsewhere.has(id)),
          readOnly,
        )
        index.bring([...lists])
        const all = new Map(lists.flat().map((capability) => [capability.id, capability]))
        for (const id of NAMES) {
          expect(index.find(id)).toBe(all.get(id) ?? null)
          expect(index.isReadOnlyTool('post', id)).toBe(all.get(id)?.readOnly ?? false)
        }
        expect([...index.ids()].toSorted()).toEqual([...all.keys()].toSorted())
      }
    }),
  )
})
