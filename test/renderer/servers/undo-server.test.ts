import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { openSecretFile } from '../../../src/main/store/secrets/secret-file.ts'
import type { Bridge, ServerDraft } from '../../../src/preload/contract.ts'
import { takeBackSave } from '../../../src/renderer/editing/put-back.tsx'
import { ask, openTestDesk } from '../../desk/fixture.ts'
import { test } from '../../support/fixtures.ts'

const DRAFT: ServerDraft = {
  name: 'api',
  connection: {
    ...{ kind: 'rest', baseUrl: 'https://x.example' },
    headers: { A: `\${secret:api.A}`, B: `\${secret:api.B}` },
  },
  tools: null,
}

describe('the undo of an added server', () => {
  test('takes its new secrets too, but none that something else names by now [servers.added]', async ({
    openGateway,
    folder,
  }) => {
    const secrets = openSecretFile({ dataFolder: folder })
    const gateway = await openGateway('# mine\n', { secrets })
    const file = () => readFile(join(gateway.folder, 'countersign.yaml'), 'utf8')
    const before = await file()
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const bridge: Bridge = {
      kind: 'browser',
      call: (name, request) => desk.dispatch(session, name, request),
      onPush: () => () => {},
      onLink: () => () => {},
    }
    const names = async () => (await ask(desk, session, 'secrets.list', {})).names.map(({ name }) => name)
    const save = async (draft: ServerDraft, stored: string[]) => {
      const edit = { kind: 'addServer' as const, draft, candidate: null }
      const { hash } = await ask(desk, session, 'configuration.preview', { edit })
      return (await ask(desk, session, 'configuration.save', { edit, hash, secrets: stored })).undo
    }
    for (const name of ['old', 'api.A', 'api.B'])
      await ask(desk, session, 'secrets.set', { name, value: `value-of-${name}` })
    const both = ['api.A', 'api.B']
    // Long after its toast has gone, by what Settings lists.
    await save(DRAFT, both)
    const [last] = await ask(desk, session, 'configuration.changes', {})
    expect(await takeBackSave(bridge, last?.undo ?? '')).toBeNull()
    expect(await names()).toEqual(['old'])
    expect(await file()).toBe(before)

    for (const name of ['api.A', 'api.B'])
      await ask(desk, session, 'secrets.set', { name, value: `value-of-${name}` })
    await save(
      {
        ...DRAFT,
        name: 'other',
        connection: { kind: 'rest', baseUrl: 'https://y.example', headers: { A: `\${secret:api.A}` } },
      },
      [],
    )
    const left = await takeBackSave(bridge, await save(DRAFT, both))
    expect(left).toBe('Still stored under Settings, Secrets: ‘api.A’.')
    expect(await names()).toEqual(['api.A', 'old'])
  })
})
