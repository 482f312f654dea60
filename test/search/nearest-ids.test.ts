/** "Did you mean": the ids that resemble a wrong one. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNearestIds } from '../../src/main/search/closeness.ts'
import { finish } from '../../src/main/search/slicer.ts'
import { tokenize } from '../../src/main/search/words.ts'
import { runs } from '../support/effort.ts'

const nearestIds = (id: string, ids: Iterable<string>, sees = (_: string) => true) =>
  finish(findNearestIds(id, ids, sees))

/** As it is meant, without any haste: pairs of letters, each as often as it occurs. */
function measure(one: string, other: string): number {
  const pairsOf = (name: string) => {
    const plain = ` ${tokenize(name).join(' ')} `
    return Array.from({ length: plain.length - 1 }, (_, at) => plain.slice(at, at + 2))
  }
  const left = pairsOf(other)
  const all = pairsOf(one).length + left.length
  let shared = 0
  for (const pair of pairsOf(one)) {
    const at = left.indexOf(pair)
    if (at === -1) continue
    left.splice(at, 1)
    shared += 1
  }
  return (2 * shared) / all
}

describe('nearest ids', () => {
  const ids = [
    'deploy_pipeline',
    'deploy_preview',
    'github.list_issues',
    'github.get_issue',
    'release.promote',
  ]

  it.each([
    ['deply_pipeline', 'deploy_pipeline'],
    ['Deploy-Pipeline', 'deploy_pipeline'],
    ['list_issues', 'github.list_issues'],
    ['github_list_issue', 'github.list_issues'],
    ['promote', 'release.promote'],
  ])('of %s begin with %s [search.nearest-ids]', (wrong, right) => {
    expect(nearestIds(wrong, ids)[0]).toBe(right)
  })

  it('are at most three, known, different, and none for a word that shares nothing [search.nearest-ids]', () => {
    expect(nearestIds('issue_deploy', ids)).toHaveLength(3)
    expect(nearestIds('deploy', ids)).toEqual(['deploy_preview', 'deploy_pipeline'])
    expect(nearestIds('жжж', ids)).toEqual([])
    fc.assert(
      fc.property(fc.string(), fc.uniqueArray(fc.string()), (wrong, candidates) => {
        const nearest = nearestIds(wrong, candidates)
        expect(nearest.length).toBeLessThanOrEqual(3)
        expect(new Set(nearest).size).toBe(nearest.length)
        expect(candidates).toEqual(expect.arrayContaining(nearest))
        expect(nearestIds(wrong, candidates.toReversed())).toEqual(nearest)
      }),
    )
  })

  it('are those of the whole catalog, however many steps it takes [search.nearest-ids]', () => {
    const many = Array.from({ length: 3000 }, (_, number) => `tool_${(number * 7919) % 3000}`)
    for (const [wrong, ...right] of [
      ['tool-1234', 'tool_1234'],
      ['Tool 2987', 'tool_2987'],
      ['tool', 'tool_0', 'tool_1', 'tool_2'],
    ])
      expect(nearestIds(wrong ?? '', many).slice(0, right.length)).toEqual(right)
    expect(nearestIds('deply_pipeline', [...many, ...ids])[0]).toBe('deploy_pipeline')
  })

  it('count a pair of letters as often as it occurs [search.nearest-ids]', () => {
    const tools = Array.from({ length: 1000 }, (_, number) => `tool_${number}`)
    expect(nearestIds('tool 999', tools)[0]).toBe('tool_999')
    expect(nearestIds('tol_999', tools)[0]).toBe('tool_999')
    expect(nearestIds('tool_1111', ['tool_11', 'tool_111'])).toEqual(['tool_111', 'tool_11'])
  })

  it('have the same number rather than the same letters, where they are equally close [search.nearest-ids]', () => {
    expect(nearestIds('shard_a_4', ['shard_a_3', 'shard_b_4'])).toEqual(['shard_b_4', 'shard_a_3'])
  })

  it('are those that share most pairs, of any names [search.nearest-ids]', () => {
    const name = fc.oneof(
      fc
        .array(fc.constantFrom('a', 'b', 'B', '_', '.', '1', 'é', 'Ж', ' '), { maxLength: 8 })
        .map((all) => all.join('')),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    fc.assert(
      fc.property(name, fc.uniqueArray(name, { maxLength: 6 }), (wrong, ids) => {
        const closest = ids
          .map((id) => measure(wrong, id))
          .filter((closeness) => closeness > 0)
          .sort((one, other) => other - one)
        expect(nearestIds(wrong, ids).map((id) => measure(wrong, id))).toEqual(closest.slice(0, 3))
      }),
      { numRuns: runs(80) },
    )
  })

  it('are those that the caller may see, who is asked for few of them [search.nearest-ids]', () => {
    const many = Array.from({ length: 3000 }, (_, number) => `tool_${number}`)
    let asked = 0
    const sees = (id: string) => {
      asked += 1
      return id !== 'tool_1234'
    }
    expect(nearestIds('tool_1234', many, sees)).not.toContain('tool_1234')
    expect(asked).toBeLessThan(300)
  })

  it('are looked for in steps of a few hundred [search.nearest-ids]', () => {
    const many = Array.from({ length: 10_000 }, (_, number) => `tool_${number}`)
    let asked = 0
    let most = 0
    const work = findNearestIds('zzz', many, () => {
      asked += 1
      return false
    })
    for (let step = work.next(); step.done !== true; step = work.next()) {
      most = Math.max(most, asked)
      asked = 0
    }
    expect(most).toBeLessThanOrEqual(500)
  })
})
