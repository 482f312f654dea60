import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportedTool } from '../../../src/main/connections/connection.ts'
import { createImportCache, importCapabilities } from '../../../src/main/connections/tools/import.ts'
import type { ImportRule } from '../../../src/main/model/configuration.ts'
import { runs } from '../../support/effort.ts'

function rule(connection: string, changes: Partial<ImportRule> = {}): ImportRule {
  return { connection, prefix: '', include: [], exclude: [], tags: [], aliases: {}, ...changes }
}

function tools(names: Record<string, string[]>) {
  return (connection: string): ImportedTool[] => (names[connection] ?? []).map((name) => ({ name }))
}

describe('importing tools', () => {
  it('takes title, description, schemas and the read-only hint along [connections.import]', () => {
    const { capabilities, warnings } = importCapabilities(
      [rule('github', { prefix: 'github', tags: ['git'], aliases: { list_issues: ['bugs'] } })],
      () => [
        {
          name: 'list_issues',
          title: 'List issues',
          description: 'Lists them.',
          inputSchema: { type: 'object' },
          outputSchema: { type: 'array' },
          annotations: { readOnlyHint: true },
        },
        { name: 'close_issue', annotations: { title: 'Close' } },
      ],
    )
    expect(warnings.map(({ message }) => message)).toEqual([])
    expect(capabilities).toEqual([
      {
        id: 'github.list_issues',
        title: 'List issues',
        description: 'Lists them.',
        tags: ['git'],
        aliases: ['bugs'],
        examples: [],
        inputSchema: { type: 'object' },
        outputSchema: { type: 'array' },
        guards: [],
        executor: { kind: 'mcp', connection: 'github', tool: 'list_issues', idempotent: true },
        source: { kind: 'import', connection: 'github', tool: 'list_issues' },
        readOnly: true,
      },
      {
        id: 'github.close_issue',
        title: 'Close',
        description: '',
        tags: ['git'],
        aliases: [],
        examples: [],
        guards: [],
        executor: { kind: 'mcp', connection: 'github', tool: 'close_issue', idempotent: false },
        source: { kind: 'import', connection: 'github', tool: 'close_issue' },
        readOnly: false,
      },
    ])
  })

  it('includes and excludes by name, and warns of names that do not exist [connections.import]', () => {
    const known = tools({ a: ['one', 'two', 'three'] })
    const { capabilities, warnings } = importCapabilities(
      [rule('a', { include: ['one', 'two', 'tow'], exclude: ['two'] }), rule('down', { include: ['x'] })],
      known,
    )
    expect(capabilities.map(({ id }) => id)).toEqual(['one'])
    expect(warnings.map(({ message }) => message)).toEqual([
      'The settings file names the tool tow, which the server a does not have.',
    ])
  })

  it('keeps both of two tools with one id, under distinct ids, with a warning [connections.import-clash]', () => {
    const { capabilities, warnings } = importCapabilities(
      [rule('a'), rule('b'), rule('c', { prefix: 'b' })],
      tools({ a: ['read'], b: ['read', 'x'], c: ['read', 'x'] }),
      ['taken'],
    )
    expect(capabilities.map(({ id }) => id)).toEqual(['read', 'b.read', 'x', 'c.read', 'b.x'])
    expect(warnings.map(({ message }) => message)).toEqual([
      'Two tools would be called read: the tool read of the server b is called b.read instead. Give its server another prefix.',
      'Two tools would be called b.read: the tool read of the server c is called c.read instead. Give its server another prefix.',
    ])
    expect(importCapabilities([rule('a')], tools({ a: ['t'] }), ['t', 'a.t']).capabilities[0]?.id).toBe(
      'a.t_2',
    )
  })

  it('counts a tool once that two rules import under one id [connections.import-clash]', () => {
    const imported = importCapabilities([rule('a'), rule('a', { include: ['t'] })], tools({ a: ['t', 'u'] }))
    expect(imported.capabilities.map(({ id }) => id)).toEqual(['t', 'u'])
    expect(imported.warnings).toEqual([])
  })

  it('never gives two capabilities one id, and loses no tool [connections.import-clash]', () => {
    const name = fc.constantFrom('a', 'b', 'a.b', 'b.a', 'a_2')
    const rules = fc.array(fc.record({ connection: name, prefix: fc.constantFrom('', 'a', 'b') }), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(rules, fc.uniqueArray(name), (chosen, names) => {
        const { capabilities } = importCapabilities(
          chosen.map(({ connection, prefix }) => rule(connection, { prefix })),
          () => names.map((tool) => ({ name: tool })),
        )
        const ids = capabilities.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const imported = new Set(capabilities.map(({ source }) => JSON.stringify(source)))
        expect(imported.size).toBe(new Set(chosen.map(({ connection }) => connection)).size * names.length)
      }),
    )
  })

  it('says the same of a list that changed little as of one that is new [connections.import-clash]', () => {
    const name = fc.constantFrom('a', 'b', 'a.b', 'b.a', 'c', 'd')
    const offers = fc.dictionary(fc.constantFrom('a', 'b'), fc.uniqueArray(name), { noNullPrototype: true })
    const rules = fc.array(fc.record({ connection: name, prefix: fc.constantFrom('', 'a', 'b', 'c') }), {
      maxLength: 4,
    })
    const states = fc.array(fc.record({ offers, rules, taken: fc.uniqueArray(name, { maxLength: 2 }) }), {
      minLength: 2,
      maxLength: 6,
    })
    fc.assert(
      fc.property(states, (all) => {
        const cache = createImportCache()
        const lists = new Map<string, { name: string }[]>()
        for (const { offers: offered, rules: chosen, taken } of all) {
          for (const [connection, names] of Object.entries(offered))
            lists.set(
              connection,
              names.map((tool) => ({ name: tool })),
            )
          const given = [
            chosen.map(({ connection, prefix }) => rule(connection, { prefix })),
            (connection: string) => lists.get(connection) ?? [],
            taken,
          ] as const
          const { lists: parts, ...kept } = importCapabilities(...given, cache)
          const { lists: _, ...anew } = importCapabilities(...given)
          expect(kept).toEqual(anew)
          expect(parts.flat()).toEqual(kept.capabilities)
        }
      }),
      { numRuns: runs(300) },
    )
  })
})
