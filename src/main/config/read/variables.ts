/** `${NAME}` and `${secret:NAME}` in the strings of connections (R2.6). Values appear in no message. */
import { dirname } from 'node:path'
import { messageOf } from '../../model/error.ts'
import { ownOf } from '../../model/json.ts'
import { REGISTRY_SECRETS } from '../../model/reserved-names.ts'
import { sayStoreSecret } from '../../model/secret-command.ts'

/** What the gateway itself supplies, wherever it runs. */
const BUILTIN_NAMES: readonly string[] = ['COUNTERSIGN_NODE', 'COUNTERSIGN_MODULES', 'COUNTERSIGN_WORKSPACE']

/** Where the data folder stands among the variables: no name of the environment has a colon. */
const DATA_FOLDER = 'folder:data'

/**
 * `node`: the Node executable. `modules`: a `node_modules` folder. `workspace`: the folder of the main file. `data`: the
 * data folder, which no `${…}` gives away.
 */
export function builtinVariables(request: {
  node: string
  modules: string
  workspace: string
  data?: string
}): Record<string, string> {
  return {
    ...(request.data === undefined ? {} : { [DATA_FOLDER]: request.data }),
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

export function dataFolderIn(environment: Record<string, string | undefined>): string | undefined {
  return environment[DATA_FOLDER]
}

/** How a secret is called among the variables: no name of the environment has a colon. */
const SECRET = 'secret:'
/** Why a secret that is there cannot be used. */
const UNREADABLE = 'unreadable-secret:'
/** Among the variables: which secrets there are is not known, and not asked. */
const ANY_SECRET = 'secrets:unknown'

const SECRET_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/

interface SecretSource {
  get(name: string): Promise<string | null>
  names(): Promise<string[]>
}

/**
 * The environment with the secrets in it, for `resolveVariables` and `loadConfiguration`: each under `secret:NAME`,
 * which is also how `variablesIn` calls it. Null: which secrets there are is unknown, so that none is missing.
 */
export async function withSecrets(
  environment: Record<string, string | undefined>,
  secrets: SecretSource | null,
): Promise<Record<string, string | undefined>> {
  const entries = Object.entries(environment).filter(([name]) => !name.includes(':'))
  const result = Object.fromEntries(entries)
  if (secrets === null) return { ...result, [ANY_SECRET]: '' }
  for (const name of await secrets.names()) {
    // No file may have it sent anywhere.
    if (name.startsWith(REGISTRY_SECRETS)) continue
    try {
      const value = await secrets.get(name)
      if (value !== null) result[`${SECRET}${name}`] = value
    } catch (error) {
      result[`${UNREADABLE}${name}`] = messageOf(error)
    }
  }
  return result
}

/** An addition to the environment in which these secrets are there. */
export function takenAsStored(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${SECRET}${name}`, '']))
}

/** Fills in a string of a connection; `$$` becomes `$`. `missing` is the first name that has no value. */
export function resolveVariables(
  text: string,
  environment: Record<string, string | undefined>,
): { ok: true; value: string } | { ok: false; missing: string } {
  let value = ''
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'text') value += piece.text
    else if (piece.kind === 'malformed') return { ok: false, missing: piece.text }
    else {
      const name = nameOf(piece)
      const filled = ownOf(environment, name)
      if (filled === undefined) return { ok: false, missing: name }
      value += filled
    }
  }
  return { ok: true, value }
}

function nameOf(piece: { kind: 'variable' | 'secret'; name: string }): string {
  return piece.kind === 'secret' ? `${SECRET}${piece.name}` : piece.name
}

/** The names of the variables and secrets (as `secret:NAME`) in a string, each once. */
export function variablesIn(text: string): string[] {
  const names = piecesOf(text).flatMap((piece) =>
    piece.kind === 'variable' || piece.kind === 'secret' ? [nameOf(piece)] : [],
  )
  return [...new Set(names)]
}

/** The same without what the gateway itself supplies: what whoever gets the string is given of this machine’s. */
export function givenTo(text: string): string[] {
  return variablesIn(text).filter((name) => !BUILTIN_NAMES.includes(name))
}

/** The first thing that is wrong with a string of a connection, as a sentence; null if nothing is. */
export function variableProblem(
  text: string,
  environment: Record<string, string | undefined>,
): string | null {
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'malformed') {
      return `‘${piece.text}’ is no variable: write ‘\${NAME}’, ‘\${secret:NAME}’, or ‘$$’ for a dollar sign.`
    }
    const problem =
      piece.kind === 'secret'
        ? secretProblem(piece.name, environment)
        : piece.kind === 'variable' && !isKnown(piece.name, environment)
          ? `The environment variable ‘${piece.name}’ is not set.`
          : null
    if (problem !== null) return problem
  }
  return null
}

function secretProblem(name: string, environment: Record<string, string | undefined>): string | null {
  if (!SECRET_NAME.test(name)) {
    return `‘${name}’ cannot be the name of a secret: use letters from a to z, digits, ‘_’, ‘-’ and ‘.’.`
  }
  const unreadable = ownOf(environment, `${UNREADABLE}${name}`)
  if (unreadable !== undefined) return unreadable
  const isThere =
    ownOf(environment, `${SECRET}${name}`) !== undefined || ownOf(environment, ANY_SECRET) !== undefined
  return isThere
    ? null
    : `There is no secret ‘${name}’. Store it: ${sayStoreSecret(name, dataFolderIn(environment))}.`
}

function isKnown(name: string, environment: Record<string, string | undefined>): boolean {
  return BUILTIN_NAMES.includes(name) || ownOf(environment, name) !== undefined
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
  return text.includes('$${') ? text.replaceAll('$${', '${') : text
}

/** As the configuration spells a text: `${` means something else there. */
export function escapeText(text: string): string {
  return text.replaceAll('${', () => '$${')
}
