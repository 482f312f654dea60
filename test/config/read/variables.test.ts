// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables of a configuration look
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  builtinVariables,
  resolveVariables,
  variablesIn,
  withSecrets,
} from '../../../src/main/config/read/variables.ts'
import { loadText } from '../write-configuration.ts'

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
    expect(variablesIn('${A}${B}${A}$${C}${secret:D}')).toEqual(['A', 'B', 'secret:D'])
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

describe('secrets [config.secrets]', () => {
  const text = `version: "1.0.0"
connections:
  api: { kind: rest, baseUrl: "https://example.org", headers: { Authorization: "Bearer \${secret:api.token}" } }
proxy: { expose: [{ name: a, executor: { kind: rest, connection: api } }] }
`
  const secrets = (values: Record<string, string>) => ({
    names: async () => Object.keys(values),
    get: async (name: string) => {
      if (values[name] === 'locked') throw new Error('The keychain is locked.')
      return values[name] ?? null
    },
  })

  it('are filled in like variables, and are in nothing that is kept [R2.3]', async () => {
    const environment = await withSecrets({ A: '1' }, secrets({ 'api.token': 'hunter2-hunter2' }))
    expect(resolveVariables('x${secret:api.token}${A}', environment)).toEqual({
      ok: true,
      value: 'xhunter2-hunter21',
    })
    const loaded = await loadText(text, environment)
    expect(loaded.problems).toEqual([])
    expect(JSON.stringify(loaded.configuration)).not.toContain('hunter2')
  })

  it.each([
    [{}, 'There is no secret ‘api.token’. Store it: countersign secret set api.token.'],
    [{ 'api.token': 'locked' }, 'The keychain is locked.'],
  ])('of %j: the one that is missing is named', async (values, sentence) => {
    const { problems } = await loadText(text, await withSecrets({}, secrets(values)))
    expect(problems.map(({ message }) => message)).toEqual([sentence])
  })

  it('is stored where the gateway that asks for it looks', async () => {
    const sentence = async (data: string) => {
      const places = builtinVariables({ node: 'node', modules: '/m', workspace: '/w', data })
      const { problems } = await loadText(text, { ...(await withSecrets({}, secrets({}))), ...places })
      return problems.map(({ message }) => message)
    }
    const command = 'There is no secret ‘api.token’. Store it: countersign secret set api.token'
    expect(await sentence('/own/data')).toEqual([`${command} --data /own/data.`])
    expect(await sentence('/my own/data')).toEqual([`${command} --data "/my own/data".`])
  })

  it('cannot be supplied by the environment', async () => {
    const environment = await withSecrets({ 'secret:api.token': 'of somebody else' }, secrets({}))
    expect((await loadText(text, environment)).configuration).toBeNull()
  })

  it('are not asked for where nobody knows which there are', async () => {
    expect((await loadText(text, await withSecrets({}, null))).problems).toEqual([])
  })

  it('are filled in nowhere but in connections [R2.6]', async () => {
    const { problems } = await loadText('version: "1.0.0"\npeople: { ada: { roles: ["${secret:x}"] } }\n')
    expect(problems.map(({ at }) => at)).toEqual(['people.ada.roles[0]'])
  })
})
