/**
 * What a person pastes to connect an MCP client. Most start the pipe, which needs no token and finds or starts the
 * gateway; formats and places as `client-files/known-clients.ts` has them.
 */

import type { SettingsView } from '../../../preload/contract.ts'
import { FORMATS } from './files/client-text.ts'
import { KNOWN_CLIENTS, SERVER_NAME } from './files/known-clients.ts'

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
      const { title, format, section } = client
      const place = { section, name: SERVER_NAME, comments: false }
      const edit = FORMATS[format].set('', place, client.entry(pipe))
      const text = edit.ok ? edit.text.trimEnd() : ''
      return {
        client: title,
        file: client.file(anybody(platform)),
        language: format === 'jsonc' ? 'json' : format,
        text,
      }
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

/** On whatever machine it is pasted. */
function anybody(platform: NodeJS.Platform) {
  return platform === 'win32'
    ? { home: '%USERPROFILE%', platform, environment: { APPDATA: '%APPDATA%' } }
    : { home: '~', platform, environment: {} }
}

/** One line for a shell of that platform. */
export function writeCommand(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map((word) => quoteForShell(word, platform)).join(' ')
}

function quoteForShell(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === 'win32' || !word.includes('\\'))) return word
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`
}
