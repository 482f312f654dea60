/** `${NAME}` in the strings of connections (gateway.md §3, R2.6). Values appear in no message. */
import { dirname } from 'node:path'

/** What the gateway itself supplies, wherever it runs. */
const BUILTIN_NAMES: readonly string[] = ['COUNTERSIGN_NODE', 'COUNTERSIGN_MODULES', 'COUNTERSIGN_WORKSPACE']

/** `node`: the Node executable. `modules`: a `node_modules` folder. `workspace`: the folder of the main file. */
export function builtinVariables(request: {
  node: string
  modules: string
  workspace: string
}): Record<string, string> {
  return {
    COUNTERSIGN_NODE: request.node,
    COUNTERSIGN_MODULES: request.modules,
    COUNTERSIGN_WORKSPACE: request.workspace,
  }
}

type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string }
  | { kind: 'secret'; name: string }
  /** `${` that begins nothing that is known. */
  | { kind: 'malformed'; text: string }

const PLACES = /\$\$|\$\{([^{}]*)\}|\$\{/g

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(PLACES)) {
    pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + match[0].length
    const inner = match[1]
    if (match[0] === '$$') pieces.push({ kind: 'text', text: '$' })
    else if (inner !== undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(inner)) {
      pieces.push({ kind: 'variable', name: inner })
    } else if (inner?.startsWith('secret:')) pieces.push({ kind: 'secret', name: inner.slice(7) })
    else pieces.push({ kind: 'malformed', text: match[0] })
  }
  pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

/** Fills in a string of a connection; `$$` becomes `$`. `missing` is the first name that has no value. */
export function resolveVariables(
  text: string,
  environment: Record<string, string | undefined>,
): { ok: true; value: string } | { ok: false; missing: string } {
  let value = ''
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'text') value += piece.text
    else if (piece.kind === 'variable') {
      const filled = valueIn(environment, piece.name)
      if (filled === undefined) return { ok: false, missing: piece.name }
      value += filled
    } else return { ok: false, missing: piece.kind === 'secret' ? `secret:${piece.name}` : piece.text }
  }
  return { ok: true, value }
}

/** The names of the variables in a string, each once. */
export function variablesIn(text: string): string[] {
  const names = piecesOf(text).flatMap((piece) => (piece.kind === 'variable' ? [piece.name] : []))
  return [...new Set(names)]
}

/** The first thing that is wrong with a string of a connection, as a sentence; null if nothing is. */
export function variableProblem(
  text: string,
  environment: Record<string, string | undefined>,
): string | null {
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'secret') {
      return `Secrets of the keychain (‘\${secret:${piece.name}}’) are not in this version. Use an environment variable: ‘\${${environmentName(piece.name)}}’.`
    }
    if (piece.kind === 'malformed') {
      return `‘${piece.text}’ is no variable: write ‘\${NAME}’, or ‘$$’ for a dollar sign.`
    }
    if (piece.kind === 'variable' && !isKnown(piece.name, environment)) {
      return `The environment variable ‘${piece.name}’ is not set.`
    }
  }
  return null
}

function isKnown(name: string, environment: Record<string, string | undefined>): boolean {
  return BUILTIN_NAMES.includes(name) || valueIn(environment, name) !== undefined
}

function valueIn(environment: Record<string, string | undefined>, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined
}

function environmentName(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_') || 'NAME'
}

/** The environment that a configuration is checked against: its own folder is known before a gateway runs. */
export function withWorkspace(
  environment: Record<string, string | undefined>,
  mainFile: string,
): Record<string, string | undefined> {
  return { COUNTERSIGN_WORKSPACE: dirname(mainFile), ...environment }
}

/** Outside connections `${` has no meaning; `$${` is how to write the characters. */
export function hasVariable(text: string): boolean {
  return /(?:^|[^$])(?:\$\$)*\$\{/.test(text)
}

/** Text outside connections, as it is meant: `$${` is `${`. */
export function unescapeText(text: string): string {
  return text.replaceAll('$${', '${')
}
