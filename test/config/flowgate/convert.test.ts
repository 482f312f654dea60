import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { convertFlowgate } from '../../../src/main/config/flowgate/convert.ts'
import { DIFFERENCES } from '../../../src/main/config/flowgate/differences.ts'
import { loadConfiguration } from '../../../src/main/config/load.ts'
import { inOneLine, writeFiles } from '../write-configuration.ts'
import { CASES } from './cases.ts'
import { expose, flow } from './documents.ts'

async function convert(files: string | Record<string, string>) {
  const main = await writeFiles(typeof files === 'string' ? { 'main.yaml': files } : files)
  const conversion = await convertFlowgate(main)
  return {
    main,
    ...conversion,
    document: conversion.text === null ? null : (parse(conversion.text) as unknown),
  }
}

/** What our own `check` says of a converted file, beside which nothing else lies. */
async function errorsOf(text: string, variables: readonly string[]) {
  const main = await writeFiles({ 'main.yaml': text })
  const environment = Object.fromEntries(variables.map((name) => [name, 'x']))
  const { problems } = await loadConfiguration(main, environment)
  return problems.filter(({ severity }) => severity === 'error').map(inOneLine)
}

function valueAt(document: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((here, step) => (here as Record<string, unknown> | undefined)?.[step], document)
}

describe('a configuration of mcp-flowgate', () => {
  it.each(CASES)(
    '$id is named with its place, and converted as told [flowgate.differences]',
    async (each) => {
      const { main, text, variables, differences, document } = await convert(each.yaml)
      const found = differences.filter(({ id }) => id === each.id)
      expect(found.map(({ file, line }) => [file, line])).toContainEqual([main, each.line])
      if (each.what !== undefined) expect(found.map(({ what }) => what)).toContain(each.what)
      for (const [path, value] of Object.entries(each.becomes ?? {}))
        expect(valueAt(document, path), path).toEqual(value)
      expect(text).not.toBeNull()
      expect(await errorsOf(text ?? '', variables)).toEqual([])
    },
  )

  it('has a case and a row of the page for every difference [flowgate.differences, flowgate.page]', async () => {
    const ids = Object.keys(DIFFERENCES)
    expect([...new Set(CASES.map(({ id }) => id)), 'workflows-folder'].sort()).toEqual(ids.sort())
    const page = await readFile('docs/coming-from-mcp-flowgate.md', 'utf8')
    const cell = (text: string) => text.replaceAll('|', '\\|')
    const rows = Object.values(DIFFERENCES).map(
      ({ level, title, there, here, write }) =>
        `| ${[title, there, here, write, level].map(cell).join(' | ')} |`,
    )
    expect(rows.filter((row) => !page.includes(row))).toEqual([])
  })

  it('that means the same needs nobody, and becomes the same [flowgate.same]', async () => {
    const yaml = flow(
      `goal: Look at the report
transitions:
  approve:
    title: Approve
    actor: human
    target: done
  send_back:
    target: one
    inputSchema: { type: object, required: [reason], properties: { reason: { type: string } } }
    guards: [{ kind: expr, expr: "$.context.rounds < 3" }]
    executor: { kind: rest, connection: api, method: POST, path: /notes, body: { text: "$.arguments.reason" } }
    output: { rounds: { add: ["$.context.rounds", 1] }, text: { concat: ["why: ", "$.arguments.reason"] } }
    branches: [{ when: { kind: expr, expr: "$.context.rounds == 3" }, target: done }]`,
      'initialContext: { rounds: 0 }',
    )
    const connections = '\nconnections: { api: { kind: rest, baseUrl: "https://api.example.com" } }\n'
    const { differences, owners, document } = await convert(yaml + connections)
    expect(differences).toEqual([])
    expect(new Set(owners.map(({ fate }) => fate))).toEqual(new Set(['same']))
    const { audit: _, ...others } = parse(yaml + connections) as Record<string, unknown>
    expect(document).toEqual({ ...others, audit: { sink: 'stdout', names: 'snake_case' } })
  })

  it('keeps no part of what has a guard or step without counterpart, nor what needs it [flowgate.left-out]', async () => {
    const { document, owners, differences } = await convert(
      `${expose(`- { capability: gated, as: one }
- { name: two, inputSchema: {}, executor: { capability: gated } }
- { name: three, inputSchema: {}, executor: { kind: mcp, connection: tools, tool: read } }
- { name: four, inputSchema: {}, executor: { kind: mcp, connection: nowhere, tool: read } }`)}
capabilities:
  gated: { wraps: plain, guards: [{ kind: script_acknowledged, subject: a.b }] }
  plain: { inputSchema: {}, executor: { kind: mcp, connection: tools, tool: write } }
`,
    )
    expect(document).toMatchObject({ proxy: { expose: [{ name: 'three' }] } })
    expect(valueAt(document, 'capabilities')).toEqual({
      plain: { inputSchema: {}, executor: { kind: 'mcp', connection: 'tools', tool: 'write' } },
    })
    expect(owners.filter(({ fate }) => fate === 'left out').map(({ at }) => at)).toEqual([
      'capabilities.gated',
      'proxy.expose[0]',
      'proxy.expose[1]',
      'proxy.expose[3]',
    ])
    const refused = differences.filter(({ id }) => id === 'not-possible')
    // Each with its own line, though what was left out before it has moved it up.
    expect(refused.map(({ line }) => line)).toEqual([9, 10, 12])
    expect(refused[2]?.what).toContain('nowhere')
  })

  it('reads what it includes as one, each difference in its own file [flowgate.files]', async () => {
    const { document, differences, main } = await convert({
      'main.yaml':
        'version: "1.0.0"\nstore: { kind: memory }\naudit: { sink: stdout }\ninclude: [parts/flow.json]\n',
      'parts/flow.json': JSON.stringify(
        {
          workflows: {
            flow: {
              initialState: 'one',
              maxChainDepth: 3,
              states: { one: { transitions: { go: { target: 'done' } } }, done: { terminal: true } },
            },
          },
        },
        null,
        1,
      ),
      'workflows/other.yaml': 'workflows: { other: { initialState: a, states: { a: {} } } }\n',
    })
    expect(valueAt(document, 'include')).toBeUndefined()
    expect(Object.keys(valueAt(document, 'workflows') as object)).toEqual(['flow'])
    expect(differences.map(({ id, file, line }) => [id, file, line])).toEqual([
      ['workflows-folder', main, 1],
      ['chain-depth', join(dirname(main), 'parts', 'flow.json'), 5],
    ])
  })

  it('that cannot be read is told with its place [flowgate.files]', async () => {
    const { problems, text } = await convert('version: "1.0.0"\nworkflows: [\n')
    expect(text).toBeNull()
    expect(problems[0]).toMatchObject({ severity: 'error', line: expect.any(Number) })
  })

  it('never throws, and what is converted is accepted, whatever stands in it [flowgate.hostile]', async () => {
    const whole = CASES.map(({ yaml }) => parse(yaml) as object)
    const odd = [null, 7, 'x', [], {}, [null], { kind: 'human' }, '${', '$.']
    const texts = whole.flatMap((document, index) => {
      const places = [...placesIn(document)]
      return [0, 1, 2].map((turn) => {
        const path = places[(index * 7 + turn * 5) % places.length] ?? []
        return JSON.stringify(replaced(document, path, odd[(index + turn) % odd.length]))
      })
    })
    expect(texts.length).toBeGreaterThan(100)
    for (const text of texts) {
      const { text: converted, variables } = await convert(text)
      if (converted !== null) expect(await errorsOf(converted, variables), text).toEqual([])
    }
  })
})

function* placesIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) yield* placesIn(each, [...path, key])
}

function replaced(value: unknown, [step, ...rest]: string[], by: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return by
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === step ? replaced(item, rest, by) : item) as unknown)
  return { ...value, [step]: replaced((value as Record<string, unknown>)[step], rest, by) }
}
