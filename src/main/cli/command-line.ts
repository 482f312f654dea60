/** Reads the command line: which command, with what. Needs nothing but Node, so that any Node can load it. */
import { parseArgs } from 'node:util'
import { didYouMean } from '../config/check/nearest.ts'
import { type AuditCommand, assembleAudit } from './audit-line.ts'
import {
  assembleEvaluate,
  assembleSearch,
  type EvaluateCommand,
  type SearchCommand,
} from './searching/search-line.ts'

export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | {
      name: 'serve'
      config: string | null
      data: string | null
      port: number | null
      desk: boolean
      json: boolean
      auto: boolean
      /** The data folder may have another configuration than before (R2.1). */
      acceptConfiguration?: true
    }
  | {
      name: 'mcp'
      config: string | null
      data: string | null
      client: string | null
      names: 'dots' | 'underscores' | null
    }
  | CheckCommand
  | AuditCommand
  | SecretCommand
  | PinCommand
  | DoctorCommand
  | RestoreCommand
  | SearchCommand
  | EvaluateCommand
  | { name: 'open'; acceptConfiguration?: true }

export interface CheckCommand {
  name: 'check'
  file: string
  json: boolean
  /** Whose format the file has; null: ours. */
  from: 'flowgate' | null
  /** Where its conversion is written; null: nowhere. */
  to: string | null
}

export interface PinCommand {
  name: 'pin'
  action: 'remove'
  person: string
  config: string | null
  data: string | null
}

export interface DoctorCommand {
  name: 'doctor'
  config: string | null
  data: string | null
  json: boolean
}

/** `backup`: the file to put back; null and not `keep`: they are listed. */
export interface RestoreCommand {
  name: 'restore'
  backup: string | null
  /** Go on with the database as it is. */
  keep: boolean
  config: string | null
  data: string | null
}

/** `secret` is empty for `list`. */
export interface SecretCommand {
  name: 'secret'
  action: 'set' | 'list' | 'delete'
  secret: string
  data: string | null
  json: boolean
}

export type CommandLine = { ok: true; command: Command } | { ok: false; message: string }

export const HELP = `Countersign: people supervise AI agents.

  countersign [open] [--accept-configuration]
                                       the desk: your workspace, or the sample one at first
  countersign serve [--config FILE --data DIR] [--port N] [--desk] [--json] [--accept-configuration]
                                       the gateway without a window
      --port N    port of MCP over HTTP on 127.0.0.1; otherwise the one of last time, or a free one
      --desk      the desk in a browser too, on a port of its own; Enter prints a new link
      --json      the first line on stdout is {"ready":true,"mcp":URL,"tokenFile":PATH,"desk":LINK}
      --accept-configuration   DIR may have another configuration than before, from now on this one
  countersign mcp [--config FILE --data DIR] [--client NAME] [--names dots|underscores]
                                       the pipe that MCP clients start; it starts a gateway if none runs
  countersign check FILE [--json]      all problems of a configuration; exit code 1 if it has errors
  countersign check --from flowgate FILE [--to FILE] [--json]
                                       what a configuration of mcp-flowgate is here, and what would differ unnoticed;
                                       exit code 1 if a person must look at something
      --to FILE   writes the converted configuration into a new file
  countersign search WORDS [--explain] [--profile P] [--limit N] [--tools FILE | --config FILE] [--data DIR] [--json]
                                       what agents find for these words, and why
  countersign evaluate [--queries FILE] [--profile P [--against P]] [--field query|kw|typo] [--worst N]
                       [--tools FILE | --config FILE] [--data DIR] [--json]
                                       how well judged queries find their answers; those of the desk, or of a file
      P           classic, smart, a file with a profile, or the name of one that the desk keeps
      --tools     searches a file of tools, one JSON object a line, instead of a workspace
  countersign audit verify [--data DIR [--config FILE]] [--json]
                                       whether the audit log is whole, beside a gateway or without; exit code 1 if not
  countersign audit export [--data DIR [--config FILE]] [--format jsonl|csv] [--from TIME] [--to TIME] [--workflow ID]
                                       its entries on stdout, oldest first
  countersign audit prune --before TIME [--data DIR [--config FILE]] [--json]
                                       removes what is older, but never the newest entry, while no gateway runs
  countersign secret set NAME | list [--json] | delete NAME [--data DIR]
                                       what \${secret:NAME} stands for; the value comes from stdin
  countersign pin remove PERSON [--data DIR [--config FILE]]
                                       for somebody who has forgotten theirs, while no gateway runs
  countersign restore [FILE | --keep] [--data DIR [--config FILE]]
                                       lists the backups; puts one back; goes on with the database as it is
  countersign doctor [--config FILE --data DIR] [--json]
                                       what this machine has for all this and what it lacks, each with what to do;
                                       exit code 1 if something is wrong
  countersign --help | --version
`

type Options = Record<string, { type: 'string' | 'boolean' }>

const OPTIONS: Record<string, Options> = {
  serve: {
    config: { type: 'string' },
    data: { type: 'string' },
    port: { type: 'string' },
    desk: { type: 'boolean' },
    json: { type: 'boolean' },
    auto: { type: 'boolean' },
    'accept-configuration': { type: 'boolean' },
  },
  mcp: {
    config: { type: 'string' },
    data: { type: 'string' },
    client: { type: 'string' },
    names: { type: 'string' },
  },
  check: { json: { type: 'boolean' }, from: { type: 'string' }, to: { type: 'string' } },
  audit: {
    config: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'boolean' },
    format: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    workflow: { type: 'string' },
    before: { type: 'string' },
  },
  search: {
    tools: { type: 'string' },
    config: { type: 'string' },
    data: { type: 'string' },
    profile: { type: 'string' },
    limit: { type: 'string' },
    explain: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  evaluate: {
    tools: { type: 'string' },
    queries: { type: 'string' },
    config: { type: 'string' },
    data: { type: 'string' },
    profile: { type: 'string' },
    against: { type: 'string' },
    field: { type: 'string' },
    worst: { type: 'string' },
    json: { type: 'boolean' },
  },
  secret: { data: { type: 'string' }, json: { type: 'boolean' } },
  pin: { config: { type: 'string' }, data: { type: 'string' } },
  restore: { config: { type: 'string' }, data: { type: 'string' }, keep: { type: 'boolean' } },
  doctor: { config: { type: 'string' }, data: { type: 'string' }, json: { type: 'boolean' } },
  open: { 'accept-configuration': { type: 'boolean' } },
}

/** What stands behind the command's name, as its message says it. */
const POSITIONALS: Record<string, string> = {
  check: 'Which file? Say: countersign check FILE.',
  secret: 'What of the secrets? Say: countersign secret set NAME, list or delete NAME.',
  pin: 'Whose PIN? Say: countersign pin remove PERSON.',
  search: 'What for? Say: countersign search WORDS.',
  audit: 'What of the audit log? Say: countersign audit verify, export or prune.',
}

/** Options that a person does not need. */
const QUIET = new Set(['auto'])

export function readCommandLine(args: string[]): CommandLine {
  const [name, ...rest] = args
  // Whoever says only the name of the product wants to see it.
  if (name === undefined) return { ok: true, command: { name: 'open' } }
  if (name === 'help' || args.includes('--help') || args.includes('-h'))
    return { ok: true, command: { name: 'help' } }
  if (name === '--version' || name === '-v') return { ok: true, command: { name: 'version' } }
  const options = OPTIONS[name]
  if (!options) {
    const names = Object.keys(OPTIONS)
    return wrong(
      `There is no command "${name}".${didYouMean(name, names)} There are: ${names.join(', ')}. See --help.`,
    )
  }
  let values: Record<string, string | boolean | undefined>
  let positionals: string[]
  try {
    const parsed = parseArgs({ args: rest, options, allowPositionals: true, strict: true })
    values = parsed.values as Record<string, string | boolean | undefined>
    positionals = parsed.positionals
  } catch {
    return wrong(complain(name, rest, options))
  }
  const empty = Object.keys(values).find((option) => values[option] === '')
  if (empty !== undefined) return wrong(`--${empty} needs a value.`)
  const missing = POSITIONALS[name]
  const expected = positionalsOf(name, positionals)
  if (missing !== undefined && (positionals[0] ?? '') === '') return wrong(missing)
  if (positionals.length > expected && positionals[0] === 'set')
    return wrong(
      'A secret is not given on the command line, where others could see it: it is read from stdin.',
    )
  if (positionals.length > expected)
    return wrong(`"${positionals[expected]}" is not understood here. See --help.`)
  return assemble(name, values, positionals)
}

/** How many words may stand behind the command's name. */
function positionalsOf(name: string, [first]: string[]): number {
  if (name === 'search') return Number.POSITIVE_INFINITY
  if (name === 'restore') return 1
  if (POSITIONALS[name] === undefined) return 0
  return name === 'pin' || (name === 'secret' && first !== 'list') ? 2 : 1
}

function assemble(
  name: string,
  values: Record<string, string | boolean | undefined>,
  positionals: string[],
): CommandLine {
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : null)
  const flag = (key: string) => values[key] === true
  const workspace = { config: text('config'), data: text('data') }
  const accepts = flag('accept-configuration') ? { acceptConfiguration: true as const } : {}
  if (name === 'secret') return assembleSecret(positionals, text('data'), flag('json'))
  if (name === 'pin') return assemblePin(positionals, workspace)
  if (name === 'restore') return assembleRestore(positionals, flag('keep'), workspace)
  if (name === 'search')
    return assembleSearch(positionals, text, { explain: flag('explain'), json: flag('json') })
  if (name === 'evaluate') return assembleEvaluate(text, { json: flag('json') })
  if (name === 'audit') return assembleAudit(positionals[0] ?? '', text, workspace, flag('json'))
  if ((workspace.config === null) !== (workspace.data === null)) {
    return wrong('--config and --data go together: give both, or none for the workspace of the desk.')
  }
  if (name === 'doctor') return { ok: true, command: { name, ...workspace, json: flag('json') } }
  if (name === 'serve') {
    const port = text('port') === null ? null : Number(text('port'))
    if (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
      return wrong(`--port must be a number from 0 to 65535, not "${text('port')}".`)
    }
    const switches = { desk: flag('desk'), json: flag('json'), auto: flag('auto') }
    return { ok: true, command: { name, ...workspace, port, ...switches, ...accepts } }
  }
  if (name === 'mcp') {
    const names = text('names')
    if (names !== null && names !== 'dots' && names !== 'underscores') {
      return wrong(`--names must be dots or underscores, not "${names}".`)
    }
    return { ok: true, command: { name, ...workspace, client: text('client'), names } }
  }
  if (name === 'check') return assembleCheck(positionals[0] ?? '', text, flag('json'))
  return { ok: true, command: { name: 'open', ...accepts } }
}

function assembleCheck(file: string, text: (key: string) => string | null, json: boolean): CommandLine {
  const from = text('from')
  const to = text('to')
  if (from !== null && from !== 'flowgate') return wrong(`--from must be flowgate, not "${from}".`)
  if (to !== null && from === null) return wrong('--to needs --from flowgate.')
  return { ok: true, command: { name: 'check', file, json, from, to } }
}

function assembleSecret(
  [action = '', secret = '']: string[],
  data: string | null,
  json: boolean,
): CommandLine {
  if (action !== 'set' && action !== 'list' && action !== 'delete')
    return wrong(`There is no "secret ${action}". There are: set, list, delete.`)
  if (action !== 'list' && secret === '')
    return wrong(`Which secret? Say: countersign secret ${action} NAME.`)
  if (action !== 'list' && json) return wrong('--json is for secret list.')
  return { ok: true, command: { name: 'secret', action, secret, data, json } }
}

function assemblePin(
  [action = '', person = '']: string[],
  workspace: { config: string | null; data: string | null },
): CommandLine {
  if (action !== 'remove')
    return wrong(`There is no "pin ${action}". There is: remove. A PIN is set at the desk.`)
  if (person === '') return wrong('Whose PIN? Say: countersign pin remove PERSON.')
  if (workspace.config !== null && workspace.data === null) return wrong('--config needs --data here.')
  return { ok: true, command: { name: 'pin', action, person, ...workspace } }
}

function assembleRestore(
  [backup]: string[],
  keep: boolean,
  workspace: { config: string | null; data: string | null },
): CommandLine {
  if (backup !== undefined && keep)
    return wrong(
      '--keep goes on with the database as it is; FILE puts a backup in its place. Say one of them.',
    )
  if (workspace.config !== null && workspace.data === null) return wrong('--config needs --data here.')
  return { ok: true, command: { name: 'restore', backup: backup ?? null, keep, ...workspace } }
}

/** The first thing on the line that does not fit, in words. */
function complain(name: string, args: string[], options: Options): string {
  const shown = Object.keys(options).filter((option) => !QUIET.has(option))
  const takes =
    shown.length === 0 ? 'It takes none' : `It takes ${shown.map((option) => `--${option}`).join(', ')}`
  // What stands behind the name of the command is no option: `check FILE`.
  const usage = POSITIONALS[name]?.replace(/^.*\?/, '') ?? ''
  for (const [place, argument] of args.entries()) {
    if (!argument.startsWith('-')) continue
    const [option = ''] = argument.replace(/^--?/, '').split('=', 1)
    const known = options[option]
    if (!known || !argument.startsWith('--'))
      return `countersign ${name} has no option ${argument.split('=', 1)[0]}.${didYouMean(option, shown)} ${takes}.${usage}`
    const hasValue = argument.includes('=')
    if (known.type === 'boolean' && hasValue) return `--${option} takes no value.`
    const next = args[place + 1]
    if (known.type === 'string' && !hasValue && (next === undefined || next.startsWith('-'))) {
      return `--${option} needs a value.`
    }
  }
  return `The options of countersign ${name} are not understood. ${takes}.`
}

function wrong(message: string): CommandLine {
  return { ok: false, message }
}
