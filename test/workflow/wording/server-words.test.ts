import { describe, expect, it } from 'vitest'
import type { Capability } from '../../../src/main/model/definition.ts'
import type { JsonSchema } from '../../../src/main/model/json.ts'
import { labelledByKeys } from '../../../src/main/workflow/wording/server-words.ts'

const base = {
  ...{ id: 'db.remove', title: 'Remove', description: '', tags: [], aliases: [], examples: [], guards: [] },
  executor: { kind: 'mcp', connection: 'db', tool: 'remove', idempotent: false },
  readOnly: false,
} as const

function shown(inputSchema: JsonSchema, source: Capability['source']): unknown {
  return labelledByKeys({ ...base, inputSchema, source } as unknown as Capability).inputSchema
}

const imported = { kind: 'import', connection: 'db', tool: 'remove' } as const
const force: JsonSchema = { type: 'boolean', title: 'Dry run', description: 'Only looks.' }

describe('the schema of a tool, as people see it', () => {
  it('of a server has no titles and no descriptions, however deep [card.keys]', () => {
    const schema = {
      title: 'Nothing is removed',
      type: 'object',
      properties: {
        force,
        title: { type: 'string', title: 'Path' },
        rows: { type: 'array', items: { properties: { to: { type: 'string', title: 'From' } } } },
        mode: { oneOf: [{ const: 'wipe', title: 'Read only' }] },
        deep: { $ref: '#/$defs/deep' },
      },
      $defs: { deep: { title: 'Shallow', type: 'object' } },
    }
    expect(shown(schema, imported)).toEqual({
      type: 'object',
      properties: {
        force: { type: 'boolean' },
        title: { type: 'string' },
        rows: { type: 'array', items: { properties: { to: { type: 'string' } } } },
        mode: { oneOf: [{ const: 'wipe' }] },
        deep: { $ref: '#/$defs/deep' },
      },
      $defs: { deep: { type: 'object' } },
    })
  })

  it('nor any by way of data that a reference makes a schema of [card.keys]', () => {
    const schema = { properties: { force: { $ref: '#/default/force' } }, default: { force } }
    expect(shown(schema, imported)).toMatchObject({ properties: { force: {} } })
    expect(JSON.stringify(shown(schema, imported))).not.toContain('$ref')
  })

  it('of the configuration keeps its words [card.keys]', () => {
    expect(shown({ properties: { force } }, { kind: 'expose' })).toEqual({ properties: { force } })
  })
})
