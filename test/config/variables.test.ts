// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables of a configuration look
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtinVariables, resolveVariables, variablesIn } from '../../src/main/config/variables.ts'
import { loadText } from './write-configuration.ts'

describe('variables [config.variables]', () => {
  it.each([
    ['plain', 'plain'],
    ['${A}', 'one'],
    ['x${A}y${B}z', 'xoneytwoz'],
    ['$$', '$'],
    ['$${A}', '${A}'],
    ['$$${A}', '$one'],
    ['$A and $5', '$A and $5'],
    ['${EMPTY}', ''],
  ])('%s becomes %s', (text, value) => {
    expect(resolveVariables(text, { A: 'one', B: 'two', EMPTY: '' })).toEqual({ ok: true, value })
  })

  it.each([
    ['${GONE}', 'GONE'],
    ['${A}${GONE}', 'GONE'],
    ['${constructor}', 'constructor'],
    ['${secret:token}', 'secret:token'],
    ['${A B}', '${A B}'],
    ['${A', '${'],
  ])('%s has no value', (text, missing) => {
    expect(resolveVariables(text, { A: 'one' })).toEqual({ ok: false, missing })
  })

  it('does not look for variables in values', () => {
    expect(resolveVariables('${A}', { A: '${B}$$' })).toEqual({ ok: true, value: '${B}$$' })
  })

  it('names the variables of a text once', () => {
    expect(variablesIn('${A}${B}${A}$${C}${secret:D}')).toEqual(['A', 'B'])
  })

  it('brings back any text whose dollar signs are doubled', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = text.replaceAll('$', () => '$$')
        expect(resolveVariables(escaped, {})).toEqual({ ok: true, value: text })
      }),
    )
  })

  it('supplies the node program, the modules and the workspace', () => {
    expect(builtinVariables({ node: '/n', modules: '/m', workspace: '/w' })).toEqual({
      COUNTERSIGN_NODE: '/n',
      COUNTERSIGN_MODULES: '/m',
      COUNTERSIGN_WORKSPACE: '/w',
    })
  })
})

const CONNECTION = `version: "1.0.0"
connections:
  api: { kind: mcp, url: "\${BASE}/mcp", headers: { Authorization: "Bearer \${TOKEN}" } }
proxy: { import: [{ connection: api }] }
`

describe('values of variables', () => {
  it('are in nothing that is kept [R2.3] [config.variables]', async () => {
    const environment = { BASE: 'https://example.org', TOKEN: 'hunter2-hunter2' }
    const { configuration, problems } = await loadText(CONNECTION, environment)
    expect(problems).toEqual([])
    expect(JSON.stringify(configuration)).not.toContain('hunter2')
    expect(configuration?.connections.api).toMatchObject({
      transport: { url: '${BASE}/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
    })
  })

  it('do not change the hash, which names the declaration', async () => {
    const one = await loadText(CONNECTION, { BASE: 'https://a.example', TOKEN: 'a' })
    const two = await loadText(CONNECTION, { BASE: 'https://b.example', TOKEN: 'b' })
    expect(one.configuration?.hash).toBe(two.configuration?.hash)
  })

  it('are in no problem [config.variables]', async () => {
    const { problems } = await loadText(CONNECTION, { BASE: 'hunter2://nowhere', TOKEN: 'hunter2' })
    expect(problems).toHaveLength(1)
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  it('are asked for in connections only [R2.6]', async () => {
    const { problems } = await loadText(
      'version: "1.0.0"\nx-note: "${IGNORED}"\npeople:\n  ada: { roles: ["${ROLE}"] }\n',
    )
    expect(problems.map(({ at }) => at)).toEqual(['people.ada.roles[0]'])
  })
})
