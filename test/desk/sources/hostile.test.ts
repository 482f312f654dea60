/** Whatever a file or a registry says is read without a fault, and nothing of it is filled in or lost on the way. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveVariables } from '../../../src/main/config/read/variables.ts'
import { dialectOf } from '../../../src/main/desk/sources/found/client-variables.ts'
import { serverName } from '../../../src/main/desk/sources/found/names.ts'
import { readEntry } from '../../../src/main/desk/sources/found/read-entry.ts'
import { waysOf } from '../../../src/main/desk/sources/registry/registry-ways.ts'
import { readListed } from '../../../src/main/desk/sources/registry/server-json.ts'
import type { JsonValue } from '../../../src/main/model/json.ts'
import { fillInputs } from '../../../src/main/workflow/wording/fill-inputs.ts'
import { runs } from '../../support/effort.ts'

const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    `\${X}`,
    '$X',
    `\${input:a}`,
    `\${secret:s}`,
    '$$',
    '$',
    '${',
    '}',
    '{a}',
    '--key',
    'sk-abcdefghijklmnopqrstuv',
    'https://u:p@h/?token=abcdef',
  ),
  fc
    .array(fc.constantFrom('$', '{', '}', 'a', ':', '-', 'X', 'env', 'input', 'secret'), { maxLength: 8 })
    .map((parts) => parts.join('')),
)
const anything = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    odd,
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(odd, fc.constantFrom('name', 'value', 'type', '__proto__', 'constructor')),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value
const FIELDS = [
  'command',
  'cmd',
  'args',
  'env',
  'envs',
  'url',
  'httpUrl',
  'headers',
  'type',
  'cwd',
  'env_vars',
  'auth',
  'tools',
  'disabled',
  'timeout',
  'bearer_token_env_var',
  'env_http_headers',
]
const texts = fc.array(odd, { maxLength: 5 })
const entry = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...FIELDS), anything),
    fc.record(
      { command: odd, args: texts, env: fc.dictionary(odd, odd, { maxKeys: 3 }) },
      { requiredKeys: [] },
    ),
  )
  .map(([some, usual]) => ({ ...some, ...usual }) as JsonValue)

const CONTEXT = {
  inputs: [],
  environment: { X: 'value of x' },
  isOwnFile: true,
  platform: 'linux' as const,
  home: '/home/anna',
  folder: null,
}

describe('what others write', () => {
  it('of a client’s server is read, and filled in completely [sources.found]', () => {
    fc.assert(
      fc.property(entry, fc.constantFrom('claude-code', 'cursor', 'gemini-cli', 'zed'), (given, client) => {
        const read = readEntry(given, { ...CONTEXT, dialect: dialectOf(client) })
        if (!read.ok) {
          expect(read.problem).toMatch(/\.$/)
          return
        }
        const { connection, inputs, kept } = read.reading
        const asked = new Set(inputs.map(({ name }) => name))
        for (const name of kept.keys()) expect(asked.has(name)).toBe(true)
        const filled = fillInputs(connection, (name) => (asked.has(name) ? 'given' : null))
        // What is left of `${…}` is a variable that is set: everything else is text.
        for (const text of stringsIn(filled))
          expect(resolveVariables(text, { X: '' })).toMatchObject({ ok: true })
      }),
      { numRuns: runs(300) },
    )
  })

  it('in a client that fills in nothing arrives as it stands there [sources.found]', () => {
    fc.assert(
      fc.property(texts, fc.string(), (args, value) => {
        const given = { command: 'run', args, env: { LEVEL: value } }
        const read = readEntry(given, { ...CONTEXT, dialect: dialectOf('claude-desktop') })
        if (!read.ok) throw new Error(read.problem)
        const { connection, kept } = read.reading
        const resolved = resolve(
          fillInputs(connection, (name) => (kept.get(name) ?? '').replace(/\$(?=[${]|$)/g, '$$$$')),
        )
        expect(resolved).toMatchObject({ command: 'run', ...(args.length > 0 ? { args } : {}) })
      }),
      { numRuns: runs(300) },
    )
  })

  it('of a registry is read, and nothing of it is filled in but what is asked for [registry.literal]', () => {
    const origin = { kind: 'registry' as const, registry: 'r', name: 'n', version: '1', publisher: null }
    const argument = fc.record(
      {
        type: fc.constantFrom('named', 'positional'),
        name: odd,
        value: odd,
        default: anything,
        variables: anything,
        isRepeated: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    )
    const server = fc.record({
      name: fc.constant('a/b'),
      version: fc.constant('1.0.0'),
      packages: fc.array(
        fc.record(
          {
            registryType: fc.constantFrom('npm', 'pypi', 'oci', 'nuget'),
            registryBaseUrl: fc.oneof(odd, fc.constant('https://')),
            identifier: fc.oneof(odd, fc.constantFrom('good', '@scope/good')),
            version: fc.constantFrom('1.0.0', 'latest', '^1'),
            runtimeHint: fc.oneof(odd, fc.constantFrom('npx', 'uvx', 'docker', 'dnx')),
            packageArguments: fc.array(argument, { maxLength: 3 }),
            environmentVariables: anything,
          },
          { requiredKeys: ['registryType'] },
        ),
        { maxLength: 3 },
      ),
      remotes: fc.array(
        fc.record(
          {
            type: odd,
            url: fc.oneof(
              odd,
              odd.map((text) => `https://${text}`),
            ),
            headers: anything,
            variables: anything,
          },
          { requiredKeys: [] },
        ),
        { maxLength: 2 },
      ),
    })
    fc.assert(
      fc.property(fc.oneof(anything, server as fc.Arbitrary<JsonValue>), (given) => {
        const listed = readListed(given, true)
        if (listed === null) return
        for (const { candidate } of waysOf(listed, origin, new Set(), () => 'id')) {
          if (candidate === null) continue
          const asked = new Set(candidate.inputs.map(({ name }) => name))
          const filled = fillInputs(candidate.draft.connection, (name) => (asked.has(name) ? 'given' : null))
          for (const text of stringsIn(filled)) expect(resolveVariables(text, {})).toMatchObject({ ok: true })
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('is no name that means something else', () => {
    fc.assert(
      fc.property(odd, (given) => {
        expect(serverName(given)).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,47}$/)
      }),
      { numRuns: runs(300) },
    )
    expect(serverName('__proto__')).toBe('proto')
    // Nothing may be called so, and one such server would keep all others from being added.
    for (const name of ['constructor', 'toString', 'prototype'])
      expect(serverName(name)).toBe(`${name}-server`)
  })
})

function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

function resolve(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    const resolved = resolveVariables(value, {})
    return resolved.ok ? resolved.value : `missing ${resolved.missing}`
  }
  if (Array.isArray(value)) return value.map(resolve)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]))
}
