/** What the MCP clients write in the place of a value, each in its own way, and how the same is written here. Pure. */

/** Which of the ways a client knows. */
export interface Dialect {
  /** `${NAME}`, and `${NAME:-otherwise}`. */
  braced: boolean
  /** `$NAME`. */
  bare: boolean
  /** `${env:NAME}`, `${input:NAME}`, `${workspaceFolder}` and its like. */
  prefixed: boolean
  /** `{env:NAME}` and `{file:PATH}`, and nothing else. */
  curly?: boolean
  /** A `url` without a type means the older transport. */
  urlIsSse?: boolean
}

export type ClientPiece =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string; otherwise: string | null }
  | { kind: 'input'; id: string }
  | { kind: 'folder' | 'home' | 'separator' }
  /** The client fills it in with something that nobody else knows. */
  | { kind: 'unknown'; text: string }

const LITERAL: Dialect = { braced: false, bare: false, prefixed: false }
const BRACED: Dialect = { ...LITERAL, braced: true }
const PREFIXED: Dialect = { ...LITERAL, prefixed: true }
const SHELL: Dialect = { ...BRACED, bare: true }

/** By the id of the client; what is not here takes its values as they stand. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  'claude-code': BRACED,
  kiro: BRACED,
  cursor: PREFIXED,
  vscode: PREFIXED,
  windsurf: PREFIXED,
  'roo-code': PREFIXED,
  'amazon-q': PREFIXED,
  warp: BRACED,
  opencode: { ...LITERAL, curly: true },
  'gemini-cli': { ...SHELL, urlIsSse: true },
  'copilot-cli': SHELL,
}

export function dialectOf(client: string): Dialect {
  return DIALECTS[client] ?? LITERAL
}

const CURLY = /\{(env|file):([^{}]+)\}/g
const PLACES = /\$\{([^{}]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)/g

export function piecesOf(text: string, dialect: Dialect): ClientPiece[] {
  const pieces: ClientPiece[] = []
  let end = 0
  for (const match of text.matchAll(dialect.curly ? CURLY : PLACES)) {
    const piece = dialect.curly ? readCurly(match) : readPlace(match, dialect)
    if (piece === null) continue
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push(piece)
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

function readCurly([whole, kind, name = '']: RegExpMatchArray): ClientPiece {
  return kind === 'env' ? { kind: 'variable', name, otherwise: null } : { kind: 'unknown', text: whole }
}

/** Null: to this client it is text. */
function readPlace([whole, inner, bare]: RegExpMatchArray, dialect: Dialect): ClientPiece | null {
  if (bare !== undefined) return dialect.bare ? { kind: 'variable', name: bare, otherwise: null } : null
  if (dialect.braced) {
    const named = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/.exec(inner ?? '')
    return named === null ? null : { kind: 'variable', name: named[1] ?? '', otherwise: named[2] ?? null }
  }
  if (!dialect.prefixed) return null
  const [, kind, name] = /^(env|input):(.+)$/.exec(inner ?? '') ?? []
  if (kind === 'input' && name !== undefined) return { kind: 'input', id: name }
  if (kind === 'env' && name !== undefined) return { kind: 'variable', name, otherwise: null }
  if (inner === 'workspaceFolder') return { kind: 'folder' }
  if (inner === 'userHome') return { kind: 'home' }
  if (inner === 'pathSeparator' || inner === '/') return { kind: 'separator' }
  return { kind: 'unknown', text: whole }
}

/** Literal text as the configuration has it, whatever stands behind it. */
export function escapeText(text: string): string {
  return text.replace(/\$(?=[${]|$)/g, '$$$$')
}
