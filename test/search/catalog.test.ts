/** Definitions, capabilities and connections as things that can be found. */
import { describe, expect, it } from 'vitest'
import { createCatalogEntries } from '../../src/main/search/catalog.ts'
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
