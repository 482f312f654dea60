/**
 * What a person pastes to connect an MCP client. Most start the pipe, which needs no token and finds or starts the
 * gateway; formats and places as `client-files/known-clients.ts` has them.
 */

import type { SettingsView } from '../../../preload/contract.ts'
import type { Entry } from './files/entry.ts'
import { KNOWN_CLIENTS, type KnownClient, SERVER_NAME } from './files/known-clients.ts'
import { setYamlEntry } from './files/yaml-entry.ts'

type Snippet = SettingsView['connect']['snippets'][number]

export interface ConnectFacts {
  url: string
  tokenFile: string
  /** Absolute paths, `mcp` included. */
  pipe: { command: string; args: readonly string[] }
  platform: NodeJS.Platform
}

export function writeSnippets(facts: ConnectFacts): Snippet[] {
  const { pipe, platform } = facts
  const words = writeCommand([pipe.command, ...pipe.args], platform)
  return [
    ...KNOWN_CLIENTS.map((client): Snippet => {
      // It has a command of its own for it, which also works while it runs. Without the scope it would hold only in
      // the folder in which it is said, and the desk reads the file of all folders.
      if (client.id === 'claude-code') {
        const text = `claude mcp add --scope user ${SERVER_NAME} -- ${words}`
        return { client: client.title, file: null, language: 'shell', text }
      }
      const entry = client.entry(pipe)
      const file = client.file(anybody(platform))
      return { client: client.title, file, ...WRITERS[client.format](client, entry) }
    }),
    {
      client: 'Any client over HTTP',
      file: null,
      language: 'shell',
      text: [
        `# Streamable HTTP. The token is in ${facts.tokenFile}`,
        `URL:    ${facts.url}`,
        'Header: Authorization: Bearer TOKEN',
      ].join('\n'),
    },
  ]
}

type Writer = (client: KnownClient, entry: Entry) => Pick<Snippet, 'language' | 'text'>
const writeJson: Writer = (client, entry) => ({ language: 'json', text: jsonOf(client, entry) })
const WRITERS: Record<KnownClient['format'], Writer> = {
  json: writeJson,
  jsonc: writeJson,
  toml: (client, entry) => ({ language: 'toml', text: tomlTable(client, entry) }),
  yaml: ({ section }, entry) => {
    const edit = setYamlEntry('', { section, name: SERVER_NAME }, entry)
    return { language: 'yaml', text: edit.ok ? edit.text.trimEnd() : '' }
  },
}

/** On whatever machine it is pasted. */
function anybody(platform: NodeJS.Platform) {
  return platform === 'win32'
    ? { home: '%USERPROFILE%', platform, environment: { APPDATA: '%APPDATA%' } }
    : { home: '~', platform, environment: {} }
}

function jsonOf({ section }: KnownClient, entry: Entry): string {
  return JSON.stringify({ [section]: { [SERVER_NAME]: entry } }, null, 2)
}

/** A JSON string is also a TOML string. */
function tomlTable({ section }: KnownClient, entry: Entry): string {
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return [`[${section}.${SERVER_NAME}]`, ...lines].join('\n')
}

/** One line for a shell of that platform. */
export function writeCommand(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map((word) => quoteForShell(word, platform)).join(' ')
}

function quoteForShell(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === 'win32' || !word.includes('\\'))) return word
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`
}
