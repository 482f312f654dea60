/** Clients that read what the desk has written into their files: they come, and the desk knows them again. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findViolations } from '../support/accessibility.ts'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'

const GOOSE = '# mine\nGOOSE_MODE: auto\nextensions:\n  memory: # daily\n    type: builtin\n'
const OLD =
  '{ "mcpServers": { "countersign": { "command": "/gone/node", "args": ["/gone/cli.js", "mcp"] } } }\n'

const person = makeFolder('person')
const home = process.env.HOME
let opened: BrowserDesk
let page: Page

const file = (name: string) => join(person.path, name)
const row = (title: string) =>
  page.getByRole('list', { name: 'Clients on this machine' }).getByRole('listitem').filter({ hasText: title })

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(file(name)), { recursive: true })
  await writeFile(file(name), text)
}

async function write(button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Write the change' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** As the client of that name, which knows nothing but what its file says. */
async function come(name: string, command: string, args: string[]): Promise<Client> {
  const client = new Client({ name, version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }), { timeout: 30_000 })
  return client
}

describeWhere(['chromium'], 'A client on this machine', () => {
  beforeAll(async () => {
    await put('.config/goose/config.yaml', GOOSE)
    await put('.copilot/mcp-config.json', '{}\n')
    await put('.cursor/mcp.json', OLD)
    process.env.HOME = person.path
    opened = await openBrowserDesk('named')
    page = opened.desk().page
    await opened.desk().goTo('Settings')
    await row('Goose').waitFor()
  })
  afterAll(async () => {
    process.env.HOME = home
    await opened?.close()
    person.remove()
  })

  it('Goose is connected with its comments kept, comes, and is known again [clients.goose]', async () => {
    await write('Connect Goose…')
    await row('Goose').getByText('Set up: restart Goose').waitFor()
    const text = await readFile(file('.config/goose/config.yaml'), 'utf8')
    for (const line of GOOSE.trim().split('\n')) expect(text.split('\n')).toContain(line)
    const { cmd, args } = parse(text).extensions.countersign
    const client = await come('goose', cmd, args)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('workflow_start')
    await row('Goose').getByText('Connected', { exact: true }).waitFor()
    await client.close()
    await row('Goose').getByText('Set up: restart Goose').waitFor()
  })

  it('GitHub Copilot CLI is connected, comes, and is known again [clients.copilot]', async () => {
    await write('Connect GitHub Copilot CLI…')
    const { mcpServers } = JSON.parse(await readFile(file('.copilot/mcp-config.json'), 'utf8'))
    const { command, args, tools } = mcpServers.countersign
    expect(tools).toEqual(['*'])
    const client = await come('github-copilot-developer', command, args)
    await row('GitHub Copilot CLI').getByText('Connected', { exact: true }).waitFor()
    await client.close()
  })

  it('whose entry starts nothing any more is said to, and written anew in two presses [clients.lasts]', async () => {
    await row('Cursor').getByText('Starts nothing any more').waitFor()
    await row('Cursor').getByText('/gone/node').waitFor()
    expect(await findViolations(page)).toEqual([])
    await write('Write it anew for Cursor…')
    await row('Cursor').getByText('Set up: restart Cursor').waitFor()
    const { countersign } = JSON.parse(await readFile(file('.cursor/mcp.json'), 'utf8')).mcpServers
    const client = await come('cursor-vscode', countersign.command, countersign.args)
    await row('Cursor').getByText('Connected', { exact: true }).waitFor()
    await client.close()
  })
})
