/** Reads the command line: which command, with what. Imports nothing but Node, so that any Node can load it. */
import { parseArgs } from 'node:util'

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
    }
  | {
      name: 'mcp'
      config: string | null
      data: string | null
      client: string | null
      names: 'dots' | 'underscores' | null
    }
  | { name: 'check'; file: string; json: boolean }
  | { name: 'open' }

export type CommandLine = { ok: true; command: Command } | { ok: false; message: string }

export const HELP = `Countersign: people supervise AI agents.

  countersign open                     the desk: your workspace, or the sample one at first
  countersign serve --config FILE --data DIR [--port N] [--desk] [--json]
                                       the gateway without a window
      --port N    port of MCP over HTTP on 127.0.0.1; otherwise the one of last time, or a free one
      --desk      the desk in a browser too, on a port of its own; Enter prints a new link
      --json      the first line on stdout is {"ready":true,"mcp":URL,"tokenFile":PATH,"desk":LINK}
  countersign mcp [--config FILE --data DIR] [--client NAME] [--names dots|underscores]
                                       the pipe that MCP clients start; it starts a gateway if none runs
  countersign check FILE [--json]      all problems of a configuration; exit code 1 if it has errors
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
  },
  mcp: {
    config: { type: 'string' },
    data: { type: 'string' },
    client: { type: 'string' },
    names: { type: 'string' },
  },
  check: { json: { type: 'boolean' } },
  open: {},
}

/** Options that a person does not need. */
const QUIET = new Set(['auto'])

export function readCommandLine(args: string[]): CommandLine {
  const [name, ...rest] = args
  if (name === undefined || name === 'help' || args.includes('--help') || args.includes('-h')) {
    return { ok: true, command: { name: 'help' } }
  }
  if (name === '--version' || name === '-v') return { ok: true, command: { name: 'version' } }
  const options = OPTIONS[name]
  if (!options) {
    return wrong(`There is no command "${name}". There are: ${Object.keys(OPTIONS).join(', ')}. See --help.`)
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
  const expected = name === 'check' ? 1 : 0
  if (positionals.length < expected || positionals[0] === '')
    return wrong('Which file? Say: countersign check FILE.')
  if (positionals.length > expected)
    return wrong(`"${positionals[expected]}" is not understood here. See --help.`)
  return assemble(name, values, positionals)
}

function assemble(
  name: string,
  values: Record<string, string | boolean | undefined>,
  positionals: string[],
): CommandLine {
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : null)
  const flag = (key: string) => values[key] === true
  const workspace = { config: text('config'), data: text('data') }
  if ((workspace.config === null) !== (workspace.data === null)) {
    return wrong('--config and --data go together: give both, or none for the workspace of the desk.')
  }
  if (name === 'serve') {
    const port = text('port') === null ? null : Number(text('port'))
    if (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
      return wrong(`--port must be a number from 0 to 65535, not "${text('port')}".`)
    }
    const switches = { desk: flag('desk'), json: flag('json'), auto: flag('auto') }
    return { ok: true, command: { name, ...workspace, port, ...switches } }
  }
  if (name === 'mcp') {
    const names = text('names')
    if (names !== null && names !== 'dots' && names !== 'underscores') {
      return wrong(`--names must be dots or underscores, not "${names}".`)
    }
    return { ok: true, command: { name, ...workspace, client: text('client'), names } }
  }
  if (name === 'check') return { ok: true, command: { name, file: positionals[0] ?? '', json: flag('json') } }
  return { ok: true, command: { name: 'open' } }
}

/** The first thing on the line that does not fit, in words. */
function complain(name: string, args: string[], options: Options): string {
  const shown = Object.keys(options).filter((option) => !QUIET.has(option))
  const takes =
    shown.length === 0 ? 'It takes none' : `It takes ${shown.map((option) => `--${option}`).join(', ')}`
  for (const [place, argument] of args.entries()) {
    if (!argument.startsWith('-')) continue
    const [option = ''] = argument.replace(/^--?/, '').split('=', 1)
    const known = options[option]
    if (!known || !argument.startsWith('--'))
      return `countersign ${name} has no option ${argument.split('=', 1)[0]}. ${takes}.`
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
