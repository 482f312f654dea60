import { readFile, writeFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { GATEWAY_SCHEMA, printSchema } from '../../../src/main/config/schema/schema.ts'

const FILE = 'resources/gateway.schema.json'

describe('the schema that ships with the product [config.schema]', () => {
  it('is the one that validates; `UPDATE_SCHEMA=1 npx vitest run test/config/schema/schema.test.ts` renews it', async () => {
    if (process.env.UPDATE_SCHEMA) await writeFile(FILE, printSchema())
    expect(await readFile(FILE, 'utf8')).toBe(printSchema())
  })

  it('is a valid draft 2020-12 schema', () => {
    expect(GATEWAY_SCHEMA.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
    const ajv = new Ajv2020({ strict: false })
    expect(ajv.validateSchema(JSON.parse(printSchema()))).toBe(true)
  })

  it('works in an editor, which knows no discriminators', () => {
    const ajv = new Ajv2020({ strict: false })
    const validate = ajv.compile(JSON.parse(printSchema()))
    expect(validate({ version: '1.0.0', connections: { a: { kind: 'cli', command: 'x' } } })).toBe(true)
    expect(validate({ version: '1.0.0', connections: { a: { kind: 'cli', url: 'x' } } })).toBe(false)
  })

  it('describes every key [config.explained]', () => {
    const without: string[] = []
    const walk = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') {
          for (const [name, property] of Object.entries(value as Record<string, Record<string, unknown>>)) {
            const inherited = typeof property.$ref === 'string' || 'const' in property || name === 'kind'
            if (!inherited && typeof property.description !== 'string') without.push(`${at}.${name}`)
            walk(property, `${at}.${name}`)
          }
        } else walk(value, at)
      }
      // A kind, or a part that has a name.
      const { title, description } = schema as Record<string, unknown>
      if (typeof title === 'string' && typeof description !== 'string') without.push(`${at}: ${title}`)
    }
    walk(JSON.parse(printSchema()), '')
    expect(without).toEqual([])
  })
})
