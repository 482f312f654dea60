/** Reads the command line: which command, with what. Needs nothing but Node, so that any Node can load it. */
import { parseArgs } from 'node:util'
import { didYouMean } from '../config/check/nearest.ts'
import { ownOf } from '../model/json.ts'
import { type AuditCommand, assembleAudit } from './audit-line.ts'
import { actionOf, choiceOf, LineProblem, type NamedWorkspace, type Read, requireData } from './line.ts'
import {
  assembleEvaluate,
  assembleSearch,
  type EvaluateCommand,
  type SearchCommand,
} from './searching/search-line.ts'

export type Command =
  /** `of`: of this command alone. */
  | { name: 'help'; of?: string }
  | { name: 'version' }
  | ServeCommand
  | McpCommand
  | CheckCommand
  | AuditCommand
  | SecretCommand
  | PinCommand
  | DoctorCommand
  | RestoreCommand
  | SearchCommand
  | EvaluateCommand
  | { name: 'open'; acceptConfiguration?: true }

export interface ServeCommand extends NamedWorkspace {
  name: 'serve'
  port: number | null
  desk: boolean
  json: boolean
  auto: boolean
  /** The data folder may have another configuration than before (R2.1). */
  acceptConfiguration?: true
}

export interface McpCommand extends NamedWorkspace {
  name: 'mcp'
  client: string | null
  names: 'dots' | 'underscores' | null
}

export interface CheckCommand {
  name: 'check'
  file: string
  json: boolean
  /** Whose format the file has; null: ours. */
  from: 'flowgate' | null
  /** Where its conversion is written; null: nowhere. */
  to: string | null
}

export interface PinCommand extends NamedWorkspace {
  name: 'pin'
  action: 'remove'
  person: string
}

export interface DoctorCommand extends NamedWorkspace {
  name: 'doctor'
  json: boolean
}

/** `backup`: the file to put back; null and not `keep`: they are listed. */
export interface RestoreCommand extends NamedWorkspace {
  name: 'restore'
  backup: string | null
  /** Go on with the database as it is. */
  keep: boolean
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

const HELP = `Countersign: people supervise AI agents.

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
      P           classic, smart, a file with a profile, or the name of one that the desk keeps
      --tools     searches a file of tools, one JSON object a line, instead of a workspace
  countersign evaluate [--queries FILE] [--profile P [--against P]] [--field query|kw|typo] [--worst N]
                       [--tools FILE | --config FILE] [--data DIR] [--json]
                                       how well judged queries find their answers; those of the desk, or of a file;
                                       P and --tools are as with search
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
  countersign [COMMAND] --help | --version
`

/** All of it, or what it says of one command. */
export function helpOf(name?: string): string {
  const entries = HELP.split(/^(?= {2}countersign )/m)
  return name === undefined
    ? HELP
    : entries.filter((entry) => /^ {2}countersign \[?([a-z]+)/.exec(entry)?.[1] === name).join('')
}

type Options = Record<string, { type: 'string' | 'boolean' }>

/** In the order in which they are said; behind one with a `=` stands a value. */
const OPTIONS: Record<string, string> = {
  serve: 'config= data= port= desk json auto accept-configuration',
  mcp: 'config= data= client= names=',
  check: 'json from= to=',
  audit: 'config= data= json format= from= to= workflow= before=',
  search: 'tools= config= data= profile= limit= explain json',
  evaluate: 'tools= queries= config= data= profile= against= field= worst= json',
  secret: 'data= json',
  pin: 'config= data=',
  restore: 'config= data= keep',
  doctor: 'config= data= json',
  open: 'accept-configuration',
}

function optionsOf(written: string): Options {
  return Object.fromEntries(
    written
      .split(' ')
      .map((option) => [option.replace('=', ''), { type: option.endsWith('=') ? 'string' : 'boolean' }]),
  )
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
  if (name === 'help' || args.includes('--help') || args.includes('-h')) {
    const of = args.find((word) => Object.hasOwn(OPTIONS, word))
    return { ok: true, command: { name: 'help', ...(of === undefined ? {} : { of }) } }
  }
  if (name === '--version' || name === '-v') return { ok: true, command: { name: 'version' } }
  try {
    // Its options are those of the desk, too.
    const command = name.startsWith('-') ? readCommand('open', args) : readCommand(name, rest)
    return { ok: true, command }
  } catch (error) {
    if (error instanceof LineProblem) return { ok: false, message: error.message }
    throw error
  }
}

/** @throws LineProblem */
function readCommand(name: string, rest: string[]): Command {
  const written = ownOf(OPTIONS, name)
  if (written === undefined) {
    const names = Object.keys(OPTIONS)
    throw new LineProblem(
      `There is no command "${name}".${didYouMean(name, names)} There are: ${names.join(', ')}. See --help.`,
    )
  }
  const options = optionsOf(written)
  let values: Record<string, string | boolean | undefined>
  let positionals: string[]
  try {
    const parsed = parseArgs({ args: rest, options, allowPositionals: true, strict: true })
    values = parsed.values as Record<string, string | boolean | undefined>
    positionals = parsed.positionals
  } catch {
    throw new LineProblem(complain(name, rest, options))
  }
  const empty = Object.keys(values).find((option) => values[option] === '')
  if (empty !== undefined) throw new LineProblem(`--${empty} needs a value.`)
  const missing = POSITIONALS[name]
  const expected = positionalsOf(name, positionals)
  if (missing !== undefined && (positionals[0] ?? '') === '') throw new LineProblem(missing)
  if (positionals.length > expected && positionals[0] === 'set')
    throw new LineProblem(
      'A secret is not given on the command line, where others could see it: it is read from stdin.',
    )
  if (positionals.length > expected)
    throw new LineProblem(`"${positionals[expected]}" is not understood here. See --help.`)
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
): Command {
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
    throw new LineProblem(
      '--config and --data go together: give both, or none for the workspace of the desk.',
    )
  }
  if (name === 'doctor') return { name, ...workspace, json: flag('json') }
  if (name === 'serve') {
    const given = text('port')
    const port = given === null ? null : Number(given)
    if (given !== null && !(/^\d+$/.test(given) && Number(given) <= 65_535))
      throw new LineProblem(`--port must be a number from 0 to 65535, not "${given}".`)
    const switches = { desk: flag('desk'), json: flag('json'), auto: flag('auto') }
    return { name, ...workspace, port, ...switches, ...accepts }
  }
  if (name === 'mcp')
    return {
      ...{ name, ...workspace, client: text('client') },
      names: choiceOf('names', ['dots', 'underscores'], text),
    }
  if (name === 'check') return assembleCheck(positionals[0] ?? '', text, flag('json'))
  return { name: 'open', ...accepts }
}

function assembleCheck(file: string, text: Read, json: boolean): Command {
  const from = choiceOf('from', ['flowgate'], text)
  const to = text('to')
  if (to !== null && from === null) throw new LineProblem('--to needs --from flowgate.')
  return { name: 'check', file, json, from, to }
}

function assembleSecret([given = '', secret = '']: string[], data: string | null, json: boolean): Command {
  const action = actionOf('secret', ['set', 'list', 'delete'], given)
  if (action !== 'list' && secret === '')
    throw new LineProblem(`Which secret? Say: countersign secret ${action} NAME.`)
  if (action !== 'list' && json) throw new LineProblem('--json is for secret list.')
  return { name: 'secret', action, secret, data, json }
}

function assemblePin([action = '', person = '']: string[], workspace: NamedWorkspace): Command {
  if (action !== 'remove')
    throw new LineProblem(`There is no "pin ${action}". There is: remove. A PIN is set at the desk.`)
  if (person === '') throw new LineProblem('Whose PIN? Say: countersign pin remove PERSON.')
  requireData(workspace)
  return { name: 'pin', action, person, ...workspace }
}

function assembleRestore([backup]: string[], keep: boolean, workspace: NamedWorkspace): Command {
  if (backup !== undefined && keep)
    throw new LineProblem(
      '--keep goes on with the database as it is; FILE puts a backup in its place. Say one of them.',
    )
  requireData(workspace)
  return { name: 'restore', backup: backup ?? null, keep, ...workspace }
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
    const known = ownOf(options, option)
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
