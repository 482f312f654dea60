/** Definitions, capabilities and connections as things that can be found. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCatalogEntries, nearestIds } from '../../src/main/search/catalog.ts'
import { CONTENT_REVIEW, LIST_ISSUES, makeCapability, makeSource, openDiscovery } from './samples.ts'

describe('entries', () => {
  it('are made of the included categories only [search.include]', () => {
    const kindsFor = (include: ('proxy' | 'workflows' | 'connections')[]) => [
      ...new Set(createCatalogEntries(makeSource({ include })).map(({ kind }) => kind)),
    ]
    expect(kindsFor(['proxy', 'workflows'])).toEqual(['workflow', 'capability'])
    expect(kindsFor(['workflows'])).toEqual(['workflow'])
    expect(kindsFor(['connections', 'proxy'])).toEqual(['capability', 'connection'])
    expect(kindsFor([])).toEqual([])
  })

  it('hold the text of states and transitions of a workflow [search.text]', () => {
    const [entry] = createCatalogEntries(
      makeSource({ workflows: { content_review: CONTENT_REVIEW }, include: ['workflows'] }),
    )
    for (const part of [
      'drafting',
      'submit_draft',
      'Hand in',
      'To the editors',
      'Await the editor',
      'Explain unobtainium patiently.',
      'Live for readers',
    ])
      expect(entry?.text).toContain(part)
    expect(entry).toMatchObject({ kind: 'workflow', source: 'configuration', workflow: CONTENT_REVIEW })
  })

  it('hold the name, schema and origin of a capability [search.text]', () => {
    const [issues, untitled] = createCatalogEntries(
      makeSource({
        capabilities: [LIST_ISSUES, makeCapability('plain.tool', { title: '' })],
        include: ['proxy'],
      }),
    )
    expect(issues).toMatchObject({
      text: 'github.list_issues',
      inputSchema: LIST_ISSUES.inputSchema,
      source: 'github',
      capability: LIST_ISSUES,
    })
    expect(untitled).toMatchObject({ title: 'plain.tool', source: 'configuration' })
  })

  it('of all workflows and capabilities are known, whether listed or not [search.include]', () => {
    const discovery = openDiscovery({ include: ['workflows'] })
    expect(discovery.entry('github.list_issues')?.kind).toBe('capability')
    expect(discovery.entry('github')).toBeNull()
    expect(discovery.entries().map(({ id }) => id)).toEqual([
      'deploy_pipeline',
      'content_review',
      'github.list_issues',
      'release.promote',
    ])
  })
})

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
})
