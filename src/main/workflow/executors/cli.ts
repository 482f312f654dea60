/** `cli`: runs a program, without a shell (R2.6, R7.1). Pure. */
import type { CallOf, ResolvedCall } from '../../model/call.ts'
import { KIND_WORDS } from '../../model/configuration.ts'
import { type ExecutorOf, HTTP_METHODS } from '../../model/executor.ts'
import { isJsonObject, type JsonValue, mapEntries, ownOf, present } from '../../model/json.ts'
import { shorten } from '../../model/shorten.ts'
import { canBecomeText } from '../can-become.ts'
import { interpolate, mapField, operationOf, pathsIn, pathsInText, type Scope, toText } from '../scope.ts'
import { quoteText, quoteWord } from '../wording/quote.ts'
import {
  asItIs,
  type CallIdentity,
  type ConnectionLookup,
  declaredRepetition,
  type ExecutorKind,
  givenAs,
  gone,
  keyOf,
  NOTHING_CALLED,
  quoted,
  type Resolution,
  SINGLE,
} from './kind.ts'

export const cli: ExecutorKind<'cli'> = {
  ...SINGLE,
  does: 'acts',
  noun: 'program',
  effect: () => 'runs a program or a tool',
  readsOnly: () => false,
  records: ['cli_output'],
  proposed: 'byConnection',
  inline: ['command', 'workingDirectory', 'env'],
  repeats: 'declared',
  repetition: asItIs,
  connection: ({ connection }) => connection ?? null,
  withConnection: (executor, edit) => ({
    ...executor,
    ...present({ connection: edit(executor.connection ?? null) ?? undefined }),
  }),
  tool: () => null,
  own: {
    program: ({ command }) => command,
    areGiven: ({ command, workingDirectory, env }) =>
      command !== undefined || workingDirectory !== undefined || Object.keys(env).length > 0,
    without: ({ command, workingDirectory: _, ...executor }, keepsProgram) => ({
      ...executor,
      ...present({ command: keepsProgram ? command : undefined }),
      env: {},
    }),
  },
  edit(executor, edit, at) {
    const { args, env, workingDirectory, stdin } = executor
    return {
      ...executor,
      args: args.map((arg, index) => edit.value(arg, [...at, 'args', index])),
      env: mapEntries(env, (text, name) => edit.text(text, [...at, 'env', name])),
      ...present({
        workingDirectory: workingDirectory && edit.text(workingDirectory, [...at, 'workingDirectory']),
        stdin: stdin && edit.text(stdin, [...at, 'stdin']),
      }),
    }
  },
  resolve: resolveProgram,
  sketch(executor, connections) {
    const { connection = null, env, stdin = null, treatNonZeroAsFailure } = executor
    return {
      kind: 'cli',
      connection,
      command: commandOf(executor, connections) ?? '',
      args: executor.args.map(toText),
      workingDirectory: null,
      env,
      stdin,
      treatNonZeroAsFailure,
    }
  },
  identity(executor, connections) {
    const { connection } = executor
    const command = commandOf(executor, connections)
    if (command === undefined) return NOTHING_CALLED.identity()
    const program = programOf(command)
    // The same program without the connection does the same; one that is declared without, does it with any.
    const keys =
      connection === undefined
        ? [keyOf('cli', '*', program)]
        : [keyOf('cli', 'on', connection, program), keyOf('cli', 'bare', program)]
    return { keys, ...commandsAlike(executor, command) }
  },
  keys({ connection, command }) {
    const program = programOf(command)
    const own = connection === null ? keyOf('cli', 'bare', program) : keyOf('cli', 'on', connection, program)
    return [own, keyOf('cli', '*', program)]
  },
  declare: (executor) =>
    present({
      kind: 'cli',
      connection: executor.connection,
      command: executor.command,
      args: executor.args.length === 0 ? undefined : executor.args,
      workingDirectory: executor.workingDirectory,
      env: Object.keys(executor.env).length === 0 ? undefined : Object.keys(executor.env),
      stdin: executor.stdin,
      treatNonZeroAsFailure: executor.treatNonZeroAsFailure ? undefined : false,
      allowDash: executor.allowDash ? true : undefined,
      ...declaredRepetition(executor),
    }),
  write({ command, connection, args, workingDirectory, env, stdin, allowDash }) {
    const program = command ?? `${connection ?? ''}:`
    const words = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))
    const call = [program, ...words].map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ')
    const given = [
      command === undefined ? '' : givenAs('connection', connection),
      givenAs('working directory', workingDirectory),
      givenAs('environment', Object.keys(env)),
      givenAs('standard input', stdin),
      allowDash ? ', with values that begin with a dash' : '',
    ]
    return { call, given: given.join('') }
  },
  // How its outcome is read changes nothing of what it does.
  facts({ treatNonZeroAsFailure: _, ...facts }) {
    return facts
  },
  argumentNames: ({ args }) =>
    Object.fromEntries(
      args.flatMap((word, index) => {
        const name = typeof word === 'string' ? /^\$\.arguments\.([\w-]+)$/.exec(word)?.[1] : undefined
        return name === undefined ? [] : [[`$.call.args[${index}]`, name]]
      }),
    ),
  text: programText,
  told: ({ command }) => `runs the program ${quoted(command)}`,
  describe({ connection, command, args, workingDirectory, env, stdin }) {
    return {
      kind: 'cli',
      command,
      args,
      ...(connection === null ? {} : { connection }),
      ...(workingDirectory === null ? {} : { workingDirectory }),
      ...(Object.keys(env).length === 0 ? {} : { env: Object.keys(env) }),
      ...(stdin === null ? {} : { stdin }),
    }
  },
  // Of environments the names are written down, which are no part of its text without the values.
  restore: (described) =>
    ({
      connection: null,
      workingDirectory: null,
      stdin: null,
      ...described,
      env: {},
    }) as unknown as CallOf<'cli'>,
  named: ['connection', 'command', 'treatNonZeroAsFailure', 'workingDirectory', 'stdin'],
  maps: ['env'],
  sends: null,
}

function commandOf(
  { command, connection }: ExecutorOf<'cli'>,
  connections: Pick<ConnectionLookup, 'cliConnection'>,
): string | undefined {
  return command ?? (connection === undefined ? undefined : connections.cliConnection(connection)?.command)
}

function resolveProgram(
  declaration: ExecutorOf<'cli'>,
  scope: Scope,
  connections: Pick<ConnectionLookup, 'cliConnection'>,
): Resolution<CallOf<'cli'>> {
  const name = declaration.connection
  const connection = name === undefined ? {} : connections.cliConnection(name)
  if (connection === null) return gone(`There is no ${KIND_WORDS.cli} ‘${name ?? ''}’ in the configuration.`)
  const command = declaration.command ?? connection.command
  if (command === undefined) {
    return name === undefined
      ? refuse('The cli executor names neither a command nor a connection.')
      : gone(`Neither the executor nor the connection ‘${name}’ names a command.`)
  }
  const args = declaration.args.map((arg) => ({ declared: arg, text: argumentText(arg, scope) }))
  const dashed = args.find(({ declared, text }) => text.startsWith('-') && !beginsWithDash(declared))
  if (dashed !== undefined && declaration.allowDash !== true) {
    return refuse(
      `The argument ${JSON.stringify(dashed.declared)} became ${quoteStart(dashed.text)}. A value that begins with ‘-’ could be read as an option of ‘${command}’, so it is refused; ‘allowDash: true’ permits it.`,
    )
  }
  const directory = declaration.workingDirectory
  const env = Object.entries(declaration.env).map(([key, value]) => [key, interpolate(value, scope)] as const)
  const call: CallOf<'cli'> = {
    kind: 'cli',
    connection: name ?? null,
    command,
    args: args.map(({ text }) => text),
    workingDirectory:
      directory === undefined ? (connection.workingDirectory ?? null) : interpolate(directory, scope),
    env: Object.fromEntries(env),
    stdin: declaration.stdin === undefined ? null : interpolate(declaration.stdin, scope),
    treatNonZeroAsFailure: declaration.treatNonZeroAsFailure,
  }
  const texts = [...call.args, call.workingDirectory ?? '', ...Object.values(call.env)]
  return texts.some((text) => text.includes('\0'))
    ? refuse(`A value for ‘${command}’ contains a NUL character, which no program can be given.`)
    : { ok: true, call }
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message }
}

function argumentText(declared: JsonValue, scope: Scope): string {
  return typeof declared === 'string' ? interpolate(declared, scope) : toText(mapField(declared, scope))
}

/** Whether the author wrote the dash: it stands in the declaration and came from no path. */
function beginsWithDash(declared: JsonValue): boolean {
  if (typeof declared === 'string') return declared.startsWith('-')
  if (!isJsonObject(declared)) return declared !== null
  const operation = operationOf(declared)
  if (operation?.operator === 'set') return beginsWithDash(operation.operand)
  if (operation?.operator === 'concat') return beginsWithDash(operation.operands[0] ?? '')
  return pathsIn(declared).length === 0
}

function quoteStart(text: string): string {
  return JSON.stringify(shorten(text, 40))
}

function programText(call: CallOf<'cli'>): string {
  const env = Object.entries(call.env).map(([key, value]) => `${quoteWord(key)}=${quoteWord(value)}`)
  const line = [...env, quoteCommand(call.command), ...call.args.map(quoteWord)].join(' ')
  const directory = call.workingDirectory === null ? '' : ` (in ${quoteWord(call.workingDirectory)})`
  const stdin = call.stdin === null ? '' : ` (reads ${quoteText(call.stdin)})`
  return `${line}${directory}${stdin}`
}

/** With an `=` in it, a program's name would look like a variable that is set; `GET` like a request. */
function quoteCommand(command: string): string {
  const isMethod = HTTP_METHODS.some((method) => method === command)
  return isMethod || command.includes('=') ? quoteText(command) : quoteWord(command)
}

function commandsAlike(
  { args, env, stdin, connection }: ExecutorOf<'cli'>,
  command: string,
): Pick<CallIdentity, 'reaches' | 'makes'> {
  const words = args.map(literal)
  const open = words.indexOf(null)
  const leading = open === -1 ? words : words.slice(0, open)
  const isGiven = (text: string | null) =>
    stdin === undefined ? text === null : text !== null && canBecomeText(stdin, text)
  const begins = (call: ResolvedCall) =>
    call.kind === 'cli' &&
    isSameProgram(command, call.command) &&
    leading.every((word, index) => word === call.args[index])
  return {
    reaches: begins,
    // Another environment, a connection's or other input may have the same words do something else.
    makes: (call) =>
      call.kind === 'cli' &&
      call.command === command &&
      (connection === undefined || call.connection === connection) &&
      call.args.length === args.length &&
      args.every((word, index) => canBecomeText(word, call.args[index] ?? '')) &&
      isGiven(call.stdin) &&
      Object.keys(call.env).length === Object.keys(env).length &&
      Object.entries(env).every(([name, text]) => {
        const actual = ownOf(call.env, name)
        return actual !== undefined && canBecomeText(text, actual)
      }),
  }
}

/** The word as it is passed; null: a value decides. */
function literal(arg: JsonValue): string | null {
  if (typeof arg === 'string') return pathsInText(arg).length === 0 && !arg.startsWith('$.') ? arg : null
  return typeof arg === 'number' || typeof arg === 'boolean' ? String(arg) : null
}

/** A bare name may be found at any place; two places are two programs. */
function isSameProgram(one: string, other: string): boolean {
  return one === other || !/[/\\]/.test(one) || !/[/\\]/.test(other)
}

/** `kubectl` and `/usr/local/bin/kubectl` are looked for in one place. */
function programOf(command: string): string {
  return (command.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:exe|cmd|bat)$/i, '')
}
