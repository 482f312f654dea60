import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect } from 'vitest'
import {
  type BundleFacts,
  writeBundle,
  writeManifest,
} from '../../../../src/main/desk/clients/bundle/mcp-bundle.ts'
import { writeZip } from '../../../../src/main/desk/clients/bundle/zip.ts'
import { serverPath } from '../../../connections/pool-fixture.ts'
import { test } from '../../../support/fixtures.ts'
import { openTestGateway } from '../../../support/gateway.ts'
import { ask, openTestDesk } from '../../fixture.ts'
import { MANIFEST_0_3 } from './manifest-schema.ts'
import { readZip } from './read-zip.ts'

const FACTS: BundleFacts = {
  version: '1.2.3',
  platform: 'linux',
  pipe: { command: process.execPath, args: [serverPath('server-everything'), 'stdio'] },
  tools: [{ name: 'gateway_home', description: 'Start here.' }],
}

const manifestOf = (bundle: Buffer) =>
  JSON.parse(readZip(bundle).get('manifest.json')?.toString('utf8') ?? '')

const findFaults = (manifest: unknown) => {
  const validate = new Ajv2020({ strict: false }).compile(MANIFEST_0_3)
  return validate(manifest) ? [] : validate.errors
}

describe('the bundle for Claude Desktop', () => {
  test('has a manifest that fits version 0.3 of its schema, which refuses what is not in it [clients.bundle]', () => {
    expect(findFaults(writeManifest(FACTS))).toEqual([])
    expect(findFaults({ ...writeManifest(FACTS), more: 1 })).not.toEqual([])
    const { author: _, ...without } = writeManifest(FACTS)
    expect(findFaults(without)).not.toEqual([])
  })

  test('is saved from the desk with the seven tools, in a spelling that it takes [clients.bundle]', async () => {
    const gateway = await openTestGateway('')
    const desk = openTestDesk(gateway)
    const { name, content } = await ask(desk, await desk.openSession('window'), 'clients.bundle', {})
    expect(name).toBe('countersign.mcpb')
    const manifest = manifestOf(Buffer.from(content, 'base64'))
    expect(findFaults(manifest)).toEqual([])
    expect(manifest.tools.map((tool: { name: string }) => tool.name)).toContain('workflow_start')
    expect(manifest.tools).toHaveLength(7)
    await desk.close()
    await gateway.close()
  })

  test('unpacked as a client unpacks it, starts what the desk says and passes everything on [clients.bundle]', async ({
    folder,
  }) => {
    await mkdir(join(folder, 'server'))
    const bundle = writeBundle(FACTS)
    for (const [name, content] of readZip(bundle)) await writeFile(join(folder, name), content)
    const manifest = manifestOf(bundle)
    const { args } = manifest.server.mcp_config as { args: string[] }
    const client = new Client({ name: 'claude-ai', version: '1' })
    const whole = args.map((arg) => arg.replace(/\$\{__dirname\}/, () => folder))
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: whole, stderr: 'ignore' }),
    )
    const answer = await client.callTool({ name: 'echo', arguments: { message: 'through' } })
    expect(answer.content).toMatchObject([{ text: 'Echo: through' }])
    await client.close()
  })

  test('is a zip that a reader takes, whatever is in it [clients.bundle]', async () => {
    const entries = [
      { name: 'ä/ö.txt', content: Buffer.from('') },
      { name: 'b', content: Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256)) },
    ]
    const read = readZip(writeZip(entries))
    for (const { name, content } of entries) expect(read.get(name)?.equals(content)).toBe(true)
    expect(writeZip(entries).equals(writeZip(entries))).toBe(true)
  })
})
