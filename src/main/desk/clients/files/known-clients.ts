/**
 * The MCP clients whose configuration the desk can write: where each keeps it on each system, and what an entry looks
 * like, as each client documents it. Pure. May import: nothing of ours.
 */
import { posix, win32 } from 'node:path'
import type { Entry } from './entry.ts'

/** The person whose clients these are. */
export interface Person {
  /** Absolute path of the home folder. */
  home: string
  platform: NodeJS.Platform
  environment: Record<string, string | undefined>
}

/** Absolute paths, `mcp` included. */
export interface Pipe {
  command: string
  args: readonly string[]
}

export interface KnownClient {
  id: string
  title: string
  file(person: Person): string
  /** It seems to be installed where one of these exists. */
  signs(person: Person): string[]
  format: 'json' | 'jsonc' | 'toml' | 'yaml'
  /** The member or table that holds all servers. */
  section: string
  /** Where in that newer versions hold servers too: they are read there, and nothing is written. */
  deeper?: string
  /** The member that lists which servers are `excluded`, or which alone are `allowed`. */
  choice?: string
  entry(pipe: Pipe): Entry
}

/** Under this name the gateway stands among the servers of a client. */
export const SERVER_NAME = 'countersign'

function start({ command, args }: Pipe): Entry {
  return { command, args: [...args] }
}
/** For clients that reject a dot in a tool's name, and those of which nobody knows that they take one. */
const UNDERSCORES = ['--names', 'underscores']
function startWithUnderscores({ command, args }: Pipe): Entry {
  return { command, args: [...args, ...UNDERSCORES] }
}

/** Many clients have taken over how it writes its servers. */
const LIKE_CLAUDE_DESKTOP = {
  format: 'json',
  section: 'mcpServers',
  entry: startWithUnderscores,
} as const

export const KNOWN_CLIENTS: readonly KnownClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    file: (person) => join(person)(claudeCodeFolder(person), '.claude.json'),
    signs: (person) => [
      join(person)(claudeCodeFolder(person), '.claude.json'),
      join(person)(person.home, '.claude'),
    ],
    format: 'json',
    section: 'mcpServers',
    entry: (pipe) => ({ type: 'stdio', ...start(pipe) }),
  },
  inFolder({
    id: 'claude-desktop',
    title: 'Claude Desktop',
    folder: (person) => join(person)(applicationData(person), 'Claude'),
    name: 'claude_desktop_config.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inFolder({
    id: 'cursor',
    title: 'Cursor',
    folder: (person) => join(person)(person.home, '.cursor'),
    name: 'mcp.json',
    format: 'jsonc',
    section: 'mcpServers',
    entry: startWithUnderscores,
  }),
  inFolder({
    id: 'vscode',
    title: 'VS Code',
    folder: (person) => join(person)(applicationData(person), 'Code', 'User'),
    name: 'mcp.json',
    format: 'jsonc',
    section: 'servers',
    entry: (pipe) => ({ type: 'stdio', ...start(pipe) }),
  }),
  inFolder({
    id: 'codex',
    title: 'Codex',
    folder: (person) => person.environment.CODEX_HOME ?? join(person)(person.home, '.codex'),
    name: 'config.toml',
    format: 'toml',
    section: 'mcp_servers',
    entry: start,
  }),
  inFolder({
    id: 'windsurf',
    title: 'Windsurf',
    folder: (person) => join(person)(person.home, '.codeium', 'windsurf'),
    name: 'mcp_config.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inFolder({
    id: 'gemini-cli',
    title: 'Gemini CLI',
    folder: (person) => join(person)(person.home, '.gemini'),
    name: 'settings.json',
    format: 'jsonc',
    section: 'mcpServers',
    choice: 'mcp',
    entry: start,
  }),
  inFolder({
    id: 'zed',
    title: 'Zed',
    folder: (person) =>
      person.platform === 'win32'
        ? join(person)(applicationData(person), 'Zed')
        : join(person)(configurationFolder(person), 'zed'),
    name: 'settings.json',
    format: 'jsonc',
    section: 'context_servers',
    entry: start,
  }),
  inExtension({
    id: 'cline',
    title: 'Cline',
    extension: 'saoudrizwan.claude-dev',
    name: 'cline_mcp_settings.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inExtension({
    id: 'roo-code',
    title: 'Roo Code',
    extension: 'rooveterinaryinc.roo-cline',
    name: 'mcp_settings.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inFolder({
    id: 'kiro',
    title: 'Kiro',
    folder: (person) => join(person)(person.home, '.kiro', 'settings'),
    sign: (person) => join(person)(person.home, '.kiro'),
    name: 'mcp.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inFolder({
    id: 'junie',
    title: 'Junie',
    folder: (person) => join(person)(person.home, '.junie', 'mcp'),
    sign: (person) => join(person)(person.home, '.junie'),
    name: 'mcp.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inFolder({
    id: 'lm-studio',
    title: 'LM Studio',
    folder: (person) => join(person)(person.home, '.lmstudio'),
    name: 'mcp.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inFolder({
    id: 'amazon-q',
    title: 'Amazon Q',
    folder: (person) => join(person)(person.home, '.aws', 'amazonq'),
    name: 'mcp.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inFolder({
    id: 'warp',
    title: 'Warp',
    folder: (person) => join(person)(person.home, '.warp'),
    name: '.mcp.json',
    ...LIKE_CLAUDE_DESKTOP,
  }),
  // Its own settings hold a list, and beside them it reads every file of this folder.
  inFolder({
    id: 'continue',
    title: 'Continue',
    folder: (person) => join(person)(person.home, '.continue', 'mcpServers'),
    sign: (person) => join(person)(person.home, '.continue'),
    name: `${SERVER_NAME}.json`,
    ...LIKE_CLAUDE_DESKTOP,
  }),
  inFolder({
    id: 'opencode',
    title: 'opencode',
    folder: (person) =>
      join(person)(person.environment.XDG_CONFIG_HOME || join(person)(person.home, '.config'), 'opencode'),
    name: 'opencode.json',
    format: 'jsonc',
    section: 'mcp',
    deeper: 'servers',
    entry: ({ command, args }) => ({
      type: 'local',
      command: [command, ...args, ...UNDERSCORES],
      enabled: true,
    }),
  }),
  inFolder({
    id: 'copilot-cli',
    title: 'GitHub Copilot CLI',
    folder: (person) => person.environment.COPILOT_HOME || join(person)(person.home, '.copilot'),
    name: 'mcp-config.json',
    format: 'jsonc',
    section: 'mcpServers',
    entry: (pipe) => ({ type: 'local', ...startWithUnderscores(pipe), tools: ['*'] }),
  }),
  inFolder({
    id: 'goose',
    title: 'Goose',
    folder: (person) =>
      person.platform === 'win32'
        ? join(person)(applicationData(person), 'Block', 'goose', 'config')
        : join(person)(configurationFolder(person), 'goose'),
    name: 'config.yaml',
    format: 'yaml',
    section: 'extensions',
    entry(pipe) {
      const { command, args } = startWithUnderscores(pipe)
      return {
        ...{ enabled: true, type: 'stdio', name: SERVER_NAME, description: DESCRIPTION },
        ...{ cmd: command, args, envs: {}, env_keys: [], timeout: GOOSE_WAITS_S },
      }
    },
  }),
]

/** Goose shows it beside the name, and leaves out what has none. */
const DESCRIPTION = 'People supervise what agents do'
/** Seconds: what Goose writes for a server that its own dialog adds. */
const GOOSE_WAITS_S = 300

interface InFolder extends Omit<KnownClient, 'file' | 'signs'> {
  folder(person: Person): string
  /** What is there before that folder is. */
  sign?(person: Person): string
  name: string
}

function inFolder({ folder, sign = folder, name, ...client }: InFolder): KnownClient {
  return {
    ...client,
    file: (person) => join(person)(folder(person), name),
    signs: (person) => [sign(person)],
  }
}

/** VS Code gives each of its extensions a folder of its own. */
function inExtension({
  extension,
  ...client
}: Omit<InFolder, 'folder' | 'sign'> & { extension: string }): KnownClient {
  const sign = (person: Person) =>
    join(person)(applicationData(person), 'Code', 'User', 'globalStorage', extension)
  return inFolder({ ...client, sign, folder: (person) => join(person)(sign(person), 'settings') })
}

function join({ platform }: Person): (...parts: string[]) => string {
  return platform === 'win32' ? win32.join : posix.join
}

function claudeCodeFolder({ home, environment }: Person): string {
  return environment.CLAUDE_CONFIG_DIR ?? home
}

function applicationData(person: Person): string {
  const { home, platform, environment } = person
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support')
  if (platform === 'win32') return environment.APPDATA ?? win32.join(home, 'AppData', 'Roaming')
  return configurationFolder(person)
}

/** Only Linux knows another than the usual one. */
function configurationFolder({ home, platform, environment }: Person): string {
  const named = platform === 'linux' ? environment.XDG_CONFIG_HOME : undefined
  return named !== undefined && posix.isAbsolute(named) ? named : posix.join(home, '.config')
}
