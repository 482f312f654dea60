/**
 * What a person pastes to connect an MCP client. Most start the pipe, which needs no token and finds or starts the
 * gateway; formats and places as each client documents them.
 */
import type { SettingsView } from '../../preload/contract.ts'

type Snippet = SettingsView['connect']['snippets'][number]

export interface ConnectFacts {
  url: string
  tokenFile: string
  /** Absolute paths, `mcp` included. */
  pipe: { command: string; args: readonly string[] }
  platform: NodeJS.Platform
}

const NAME = 'countersign'
/** These clients reject a dot in a tool's name. */
const UNDERSCORES = ['--names', 'underscores']

export function writeSnippets(facts: ConnectFacts): Snippet[] {
  const { pipe, platform } = facts
  const start = { command: pipe.command, args: [...pipe.args] }
  const withUnderscores = { command: pipe.command, args: [...pipe.args, ...UNDERSCORES] }
  const words = [pipe.command, ...pipe.args].map((word) => quoteForShell(word, platform)).join(' ')
  return [
    { client: 'Claude Code', file: null, language: 'shell', text: `claude mcp add ${NAME} -- ${words}` },
    json('Claude Desktop', claudeDesktopFile(platform), { mcpServers: { [NAME]: withUnderscores } }),
    json('Cursor', '~/.cursor/mcp.json', { mcpServers: { [NAME]: withUnderscores } }),
    json('VS Code', vsCodeFile(platform), { servers: { [NAME]: { type: 'stdio', ...start } } }),
    { client: 'Codex', file: '~/.codex/config.toml', language: 'toml', text: codexTable(start) },
    json('Gemini CLI', '~/.gemini/settings.json', { mcpServers: { [NAME]: start } }),
    json('Zed', zedFile(platform), { context_servers: { [NAME]: start } }),
    json('Windsurf', '~/.codeium/windsurf/mcp_config.json', { mcpServers: { [NAME]: start } }),
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

function json(client: string, file: string, content: object): Snippet {
  return { client, file, language: 'json', text: JSON.stringify(content, null, 2) }
}

/** A JSON string is also a TOML string. */
function codexTable({ command, args }: { command: string; args: string[] }): string {
  return [
    `[mcp_servers.${NAME}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
  ].join('\n')
}

function claudeDesktopFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '~/Library/Application Support/Claude/claude_desktop_config.json'
  return platform === 'win32'
    ? '%APPDATA%\\Claude\\claude_desktop_config.json'
    : '~/.config/Claude/claude_desktop_config.json'
}

function vsCodeFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '~/Library/Application Support/Code/User/mcp.json'
  return platform === 'win32' ? '%APPDATA%\\Code\\User\\mcp.json' : '~/.config/Code/User/mcp.json'
}

function zedFile(platform: NodeJS.Platform): string {
  return platform === 'win32' ? '%APPDATA%\\Zed\\settings.json' : '~/.config/zed/settings.json'
}

function quoteForShell(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === 'win32' || !word.includes('\\'))) return word
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`
}
