/** A person's home with a client's file, and a desk that adds from it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'vitest'
import { openSecretFile } from '../../../src/main/store/secrets/secret-file.ts'
import type { FoundFile, ImportChoice, RequestOf } from '../../../src/preload/contract.ts'
import { test as base } from '../../support/fixtures.ts'
import { ask, openTestDesk } from '../fixture.ts'
import { SECRETS } from './client-files.ts'

export const BEFORE = `# mine
connections:
  # the first
  memory: { kind: mcp, command: node, args: [memory.js], title: Not started here, sandbox: none }
proxy:
  import:
    - { connection: memory, prefix: memory } # keep
`
export const EVERYTHING = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')
export const CLAUDE = `${JSON.stringify(
  {
    numStartups: 3,
    mcpServers: {
      everything: {
        type: 'stdio',
        command: process.execPath,
        args: [EVERYTHING],
        env: { API_TOKEN: SECRETS.github, LEVEL: 'high' },
        disabledTools: ['get-env'],
      },
      memory: { command: 'other-memory', args: ['--password', SECRETS.password] },
      stays: { command: 'stays' },
    },
    projects: {},
  },
  null,
  2,
)}\n`

export const it = base.extend('world', async ({ folder, openGateway }) => {
  const home = join(folder, 'home')
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true })
  const secrets = openSecretFile({ dataFolder: data })
  const gateway = await openGateway(BEFORE, { folder, secrets })
  /** In between, while a client's file is being replaced. */
  const meanwhile: { happens?: () => Promise<void> } = {}
  const desk = openTestDesk(gateway, {
    home: { home, platform: 'linux', environment: {} },
    pipe: {
      ...{ command: '/opt/node', args: ['/opt/count sign/cli.js', 'mcp'] },
      renew: async () => await meanwhile.happens?.(),
    },
  })
  const session = await desk.openSession('window')
  const configuration = join(folder, 'countersign.yaml')
  const put = async (name: string, text: string) => {
    await mkdir(dirname(join(home, name)), { recursive: true })
    await writeFile(join(home, name), text)
  }
  await put('.claude.json', CLAUDE)
  const call = <Name extends Parameters<typeof ask>[2]>(name: Name, request: RequestOf<Name>) =>
    ask(desk, session, name, request)
  return {
    ...{ gateway, desk, session, home, configuration, meanwhile, put, call },
    read: (name: string) => readFile(join(home, name), 'utf8'),
    yaml: () => readFile(configuration, 'utf8'),
    secret: (name: string) => secrets.get(name),
    secretNames: () => secrets.names(),
    async choose(
      keys: string[],
      replace: boolean,
      values: Record<string, string> = {},
    ): Promise<ImportChoice> {
      const files: FoundFile[] = await call('sources.found', { folder: null })
      const servers = files.flatMap((file) =>
        file.servers
          .filter(({ key }) => keys.includes(key))
          .map(({ key, hash }) => ({ file: file.id, key, hash, values })),
      )
      return { folder: null, servers, replace }
    },
  }
})

export function expectNoSecret(text: string): void {
  for (const secret of Object.values(SECRETS)) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
  }
}
