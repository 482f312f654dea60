/** What of a registry's words can be run or filled in, and what is refused. */
import { describe, expect, it } from 'vitest'
import { resolveVariables } from '../../../src/main/config/read/variables.ts'
import { isOfficial } from '../../../src/main/desk/sources/registry/registry-book.ts'
import { waysOf } from '../../../src/main/desk/sources/registry/registry-ways.ts'
import { readListed } from '../../../src/main/desk/sources/registry/server-json.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { formOfCandidate, readForm } from '../../../src/renderer/features/catalog/servers/server-form.ts'
import { plainOptions } from '../../../src/renderer/features/catalog/sources/plain-label.ts'

const SET = { GITHUB_TOKEN: 'the token', HOME: '/home/anna', 'secret:mine': 'mine' }
const ORIGIN = { kind: 'registry' as const, registry: 'r', name: 'n', version: '1', publisher: null }

function waysOfListed(given: JsonObject) {
  const listed = readListed({ name: 'com.example/one', version: '1.0.0', ...given }, true)
  if (listed === null) throw new Error('It names no server.')
  return waysOf(listed, ORIGIN, new Set(), () => 'id')
}

describe('a registry', () => {
  it.each([
    ['npm', [{ type: 'positional', value: 'evil@9.9.9' }]],
    ['npm', [{ type: 'named', name: '-y', value: 'evil@9.9.9' }]],
    ['npm', [{ type: 'positional', valueHint: 'package' }]],
    ['pypi', [{ type: 'named', name: '--quiet', default: 'evil' }]],
    ['oci', [{ type: 'positional', value: 'evil' }]],
  ])(
    'puts nothing before a package of %s that could run in its place: %j [registry.pinned]',
    (type, runtimeArguments) => {
      const [way] = waysOfListed({
        packages: [
          {
            ...{ registryType: type, identifier: 'good', version: '1.0.0', runtimeArguments },
            transport: { type: 'stdio' },
          },
        ],
      })
      expect(way?.candidate).toBeNull()
      expect(way?.problem).toContain('before its package')
    },
  )

  it.each([
    ['npm', 'good', 'https://evil.example/x@1.2.3'],
    ['npm', 'good', 'npm:evil@9.9.9'],
    ['npm', 'good', '1'],
    ['npm', 'good', '1.2'],
    ['npm', 'good', 'canary'],
    ['npm', 'good', '1.2.3 --registry=https://evil.example'],
    ['npm', '--registry=https://evil.example', '1.0.0'],
    ['npm', 'good@https://evil.example/x', '1.0.0'],
    ['npm', 'evil/x', '1.0.0'],
    ['pypi', 'good', '1.0 @ https://evil.example'],
    ['pypi', 'good@https://evil.example/x', '1.0.0'],
    ['pypi', '--from=evil', '1.0.0'],
    ['oci', '--privileged', '1.0.0'],
    ['oci', 'good', '1.0.0@sha256:a'],
    ['oci', 'good:latest', '1.0.0'],
    ['nuget', 'Good@https://evil.example', '1.0.0'],
    ['npm', 'good', '1.0.0', 'bash'],
    ['npm', 'good', '1.0.0', 'uvx'],
    ['pypi', 'good', '1.0.0', '/tmp/uvx'],
    ['oci', 'good', '1.0.0', 'sudo'],
  ])(
    'offers no %s package ‘%s’ of version ‘%s’ run by %s [registry.pinned]',
    async (registryType, identifier, version, runtimeHint?: string) => {
      const hint = runtimeHint === undefined ? {} : { runtimeHint }
      const [way] = waysOfListed({ packages: [{ registryType, identifier, version, ...hint }] })
      expect(way?.candidate).toBeNull()
      expect(way?.problem).toMatch(/^It (names no|is to be run by) /)
    },
  )

  it.each([
    ['npm', '@scope/good.js', 'v1.2.3-beta.1+build', 'bunx', '@scope/good.js@v1.2.3-beta.1+build'],
    ['pypi', 'good_one[cli,web]', '1!2.0.post1', 'pipx', 'good_one[cli,web]==1!2.0.post1'],
    ['oci', 'localhost:5000/a/b_c', 'v1.2', 'podman', 'localhost:5000/a/b_c:v1.2'],
    ['nuget', 'Good.Mcp', '1.2.3-rc', 'dnx', 'Good.Mcp@1.2.3-rc'],
  ])(
    'offers a %s package ‘%s’ of version ‘%s’ run by %s [registry.pinned]',
    (registryType, identifier, version, runtimeHint, spec) => {
      const packages = [{ registryType, identifier, version, runtimeHint }]
      const connection = waysOfListed({ packages })[0]?.candidate?.draft.connection
      expect(connection).toMatchObject({ command: runtimeHint, args: expect.arrayContaining([spec]) })
    },
  )

  it('cannot have a variable or a secret of this computer sent by what it prefills [registry.literal]', () => {
    const given = { default: `\${GITHUB_TOKEN}`, choices: [`\${secret:mine}`, '$', 'plain'] }
    const headers = [
      { name: 'X-Chosen', ...given },
      { name: 'X-Free', default: `$\${HOME}$` },
    ]
    const [way] = waysOfListed({ remotes: [{ type: 'streamable-http', url: 'https://x.example', headers }] })
    if (way?.candidate == null) throw new Error('It is offered.')
    const { draft, inputs } = way.candidate
    expect(inputs.map(({ standard, choices }) => [standard, choices])).toEqual([
      ['$${GITHUB_TOKEN}', ['$${secret:mine}', '$$', 'plain']],
      ['$$$${HOME}$$', null],
    ])
    const { connection } = readForm(formOfCandidate(way.candidate), (wanted) => wanted).draft
    const sent = Object.values(connection.headers ?? {}).map((text) => resolveVariables(String(text), SET))
    expect(sent).toEqual([
      { ok: true, value: `\${GITHUB_TOKEN}` },
      { ok: true, value: `$\${HOME}$` },
    ])
    expect(draft.connection.url).toBe('https://x.example')
  })

  it('cannot make a choice look like another one [registry.literal]', () => {
    expect(plainOptions(['eu', 'a\u202eb', 'x\u200by', 'Anna’s – 😀'])).toEqual([
      { value: 'eu', label: 'eu' },
      { value: 'a\u202eb', label: 'a[U+202E]b' },
      { value: 'x\u200by', label: 'x[U+200B]y' },
      // What can be seen is no trick.
      { value: 'Anna’s – 😀', label: 'Anna’s – 😀' },
    ])
  })

  it('hides nothing as a secret that it gives itself [registry.literal]', () => {
    const environmentVariables = [
      { name: 'KEY', isSecret: true, default: '--privileged' },
      { name: 'LEVEL', isSecret: true, choices: ['a', 'b'] },
    ]
    const packages = [{ registryType: 'npm', identifier: 'good', version: '1.0.0', environmentVariables }]
    expect(waysOfListed({ packages })[0]?.candidate?.inputs).toMatchObject([
      { isSecret: true, standard: null },
      { isSecret: false, choices: ['a', 'b'] },
    ])
  })

  it('proves who has published only where it has names proven [registry.search]', () => {
    const given = { name: 'io.github.brave/search', version: '1.0.0' }
    expect(readListed(given, true)?.server.publisher).toBe('github.com/brave')
    expect(readListed(given, false)?.server.publisher).toBeNull()
    const at = (address: string) => isOfficial({ id: 'official', title: 'MCP Registry', address })
    expect(at('https://registry.modelcontextprotocol.io')).toBe(true)
    expect(at('https://registry.evil.example')).toBe(false)
  })
})
