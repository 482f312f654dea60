/**
 * `cli` in a configuration: a literal command, and no values inside the program text of a shell or an interpreter
 * (R2.7, R7.1).
 */
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Type, { type Static } from 'typebox'
import type { ExecutorOf } from '../../model/executor.ts'
import { present } from '../../model/json.ts'
import { programOf } from '../../workflow/fetching-programs.ts'
import { pathsInText } from '../../workflow/scope.ts'
import type { CheckContext } from '../check/checking.ts'
import { checkProgramVariables } from '../check/inherited.ts'
import { leaves } from '../check/reads.ts'
import type { Path } from '../read/tree.ts'
import { anything, flag, strict, strings, text, word } from '../schema/terms.ts'
import { type ExecutorForm, expectConnection, repetition, repetitionOf } from './kind.ts'

const schema = Type.Object(
  {
    kind: Type.Literal('cli'),
    connection: Type.Optional(word('A `cli` connection that supplies command, folder and environment.')),
    command: Type.Optional(word('The program: a name on the PATH, or a path. Taken literally.')),
    args: Type.Optional(
      Type.Array(anything('A text, in which `$.path` is filled in, or a value with operators.'), {
        description: 'Its arguments, one by one. There is no shell.',
      }),
    ),
    workingDirectory: Type.Optional(word('The folder it runs in. `$.path` is filled in.')),
    env: Type.Optional(strings('Environment variables for it. `$.path` is filled in.')),
    stdin: Type.Optional(text('What it reads on its standard input. `$.path` is filled in.')),
    treatNonZeroAsFailure: Type.Optional(
      flag('Whether an exit code other than 0 is a failure. Default: true.'),
    ),
    allowDash: Type.Optional(
      flag('Whether a value from a path may begin with `-` and so look like an option. Default: false.'),
    ),
    ...repetition,
  },
  { title: 'cli', description: 'Runs a program, without a shell.', ...strict },
)

export type CliDocument = Static<typeof schema>

const RESULT = leaves(['exitCode', 'success', 'stdout', 'stderr', 'text', 'json'])

export const cli: ExecutorForm<'cli', CliDocument> = {
  schema,
  compile: (document) => ({
    kind: 'cli',
    ...present({
      connection: document.connection,
      command: document.command,
      workingDirectory: document.workingDirectory,
      stdin: document.stdin,
      allowDash: document.allowDash,
    }),
    args: document.args ?? [],
    env: document.env ?? {},
    treatNonZeroAsFailure: document.treatNonZeroAsFailure ?? true,
    ...repetitionOf(document),
  }),
  check(checking, executor, { path }) {
    const { connection } = executor
    const found =
      connection === undefined || expectConnection(checking, connection, 'cli', [...path, 'connection'])
    checkProgram(checking, executor, path, found)
  },
  output: () => RESULT,
}

/** `found`: its connection, if it names one, is there. */
function checkProgram(checking: CheckContext, executor: ExecutorOf<'cli'>, path: Path, found: boolean): void {
  const { connection, command } = executor
  const declared = connection === undefined ? undefined : checking.compiled.connections[connection]
  const inherited = declared?.kind === 'cli' ? declared.command : undefined
  if (found && command === undefined && inherited === undefined) {
    const message =
      connection === undefined
        ? 'This executor needs a ‘command’, or a ‘connection’ that has one.'
        : `This executor needs a ‘command’: its connection ‘${connection}’ has none.`
    checking.findings.error(path, message)
  }
  if (command !== undefined && pathsInText(command).length > 0) {
    const message = `A command is taken literally, so that it is known what runs; ‘${command}’ would not be filled in. Put paths into ‘args’.`
    checking.findings.error([...path, 'command'], message)
  } else if (command !== undefined) checkCommand(checking, command, [...path, 'command'])
  if (connection === undefined && command !== undefined) checkApproved(checking, command, path)
  const words = [command ?? inherited ?? '', ...executor.args]
  checkArguments(checking, words, path)
  checkInput(checking, words, executor.stdin, path)
  const declaredEnv = declared?.kind === 'cli' ? declared.env : {}
  const variables = [...Object.keys(declaredEnv), ...Object.keys(executor.env)]
  const program = { command: command ?? inherited ?? '', ownCommand: command !== undefined }
  const { args, env, stdin, workingDirectory } = executor
  const given = [
    ...args.map((word, index) => [['args', index], word] as const),
    ...Object.entries(env).map(([name, value]) => [['env', name], value] as const),
    [['stdin'], stdin] as const,
    [['workingDirectory'], workingDirectory] as const,
  ]
  checkProgramVariables(checking, { ...program, given, declared: variables }, path)
}

/** The approval of a connection stands before what is run over it, and not before the same program elsewhere. */
function checkApproved(checking: CheckContext, command: string, path: Path): void {
  const gated = Object.values(checking.compiled.connections).find(
    (each) =>
      each.kind === 'cli' &&
      each.gate !== undefined &&
      each.command !== undefined &&
      programOf(each.command) === programOf(command),
  )
  if (gated === undefined) return
  const message = `‘${command}’ is run here without the connection ‘${gated.name}’, whose approval then does not stand before it. Write ‘connection: ${gated.name}’ instead of ‘command’.`
  checking.findings.warning([...path, 'command'], message)
}

interface Interpreter {
  name: RegExp
  /** What program text follows; null: it is the first argument that is no option. */
  option: RegExp | null
  /** Whether everything behind the option is program text, not just the next argument. */
  takesAll?: true
}

const INTERPRETERS: readonly Interpreter[] = [
  { name: /^(?:ba|da|k|z|a|c|tc)?sh$|^fish$|^busybox$/, option: /^(?:-[a-z]*c|--command)(?==|$)/i },
  { name: /^cmd$/, option: /^\/[ck]/i, takesAll: true },
  {
    name: /^(?:powershell|pwsh)$/,
    option: /^[-/](?:c(?:o(?:m(?:m(?:a(?:nd?)?)?)?)?)?|e(?:c|n[a-z]*)?)(?=[:=]|$)/i,
    takesAll: true,
  },
  { name: /^(?:node|deno|bun)$/, option: /^(?:-e|-p|-pe|--eval|--print|eval)(?==|$)/ },
  { name: /^(?:python|pypy)[\d.]*$/, option: /^-[a-zA-Z]*c/ },
  { name: /^(?:perl|ruby|osascript|lua|php)[\d.]*$/, option: /^-[a-zA-Z]*[eErR]/ },
  { name: /^(?:rscript|r|julia|elixir|expect)$/, option: /^(?:-e|-c|--eval)(?==|$)/ },
  { name: /^(?:g|m|n)?awk$|^g?sed$/, option: null },
]

/** `env sh -c …` and the like: any word may be the shell. */
function checkArguments(checking: CheckContext, words: readonly unknown[], path: Path): void {
  for (const [at, word] of words.entries()) {
    const program = programName(word)
    const interpreter = INTERPRETERS.find(({ name }) => name.test(program))
    const text = interpreter && programText(interpreter, words, at)
    if (text) {
      const instead = interpreter.takesAll
        ? 'Put them into ‘env’ and read them there.'
        : interpreter.option
          ? 'Pass them as further arguments (‘$1’, ‘$2’ in the text).'
          : 'Pass them in ‘env’ or ‘stdin’.'
      checking.findings.error(
        [...path, 'args', text.index - 1],
        `Values must not be put into the program text of ‘${program}’: whoever supplies them could run anything. ${instead}`,
      )
      return
    }
    if (program === 'ssh' && words.slice(at + 1).some(readsPath)) {
      checking.findings.warning(
        [...path, 'args'],
        '‘ssh’ hands its arguments to a shell on the other side, which would run what a value holds. Send values in ‘stdin’.',
      )
      return
    }
  }
}

/** The first word with a path in program text. */
function programText(
  { option, takesAll }: Interpreter,
  words: readonly unknown[],
  at: number,
): { index: number } | null {
  const after = words.map((word, index) => ({ word, index })).slice(at + 1)
  if (option === null) {
    const first = after.find(({ word }) => typeof word !== 'string' || !word.startsWith('-'))
    return first && readsPath(first.word) ? first : null
  }
  const found = after.find(({ word }) => typeof word === 'string' && option.test(word))
  if (!found) return null
  // `--eval=…` and `-c…` hold their text themselves.
  if (readsPath(found.word)) return found
  const behind = after.filter(({ index }) => index > found.index)
  return (takesAll ? behind : behind.slice(0, 1)).find(({ word }) => readsPath(word)) ?? null
}

/** A shell without a script runs what it reads. */
function checkInput(
  checking: CheckContext,
  words: readonly unknown[],
  stdin: string | undefined,
  path: Path,
): void {
  if (stdin === undefined || pathsInText(stdin).length === 0) return
  const last = programName(words.findLast((word) => typeof word === 'string' && !/^-(?:s|i|l)?$/.test(word)))
  const interpreter = INTERPRETERS.find(({ name, option }) => option !== null && name.test(last))
  if (!interpreter) return
  checking.findings.error(
    [...path, 'stdin'],
    `‘${last}’ would run what it reads: values must not be put into its program text. Give it a script as an argument, and the values after it.`,
  )
}

function readsPath(word: unknown): boolean {
  return pathsInText(JSON.stringify(word) ?? '').length > 0
}

function programName(word: unknown): string {
  if (typeof word !== 'string') return ''
  const name = word.split(/[/\\]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.exe$/, '')
}

/** `where`: of what the ‘args’ are, if not of what has the command. */
export function checkCommand(checking: CheckContext, command: string, path: Path, where = ''): void {
  const [program = '', ...words] = command.split(/\s+/)
  if (program === '' || words.join('') === '' || command.includes('${')) return
  const folder = dirname(checking.mainFile)
  const isBare = !/[/\\]/.test(command)
  // The name of a program or of a folder may well have a blank.
  if (isFile(isBare ? join(folder, 'programs', command) : resolve(folder, command))) return
  if (/[/\\]/.test(program) && !isFile(resolve(folder, program))) return
  const args = words.filter((word) => word !== '').map((word) => JSON.stringify(word))
  const message = `‘${command}’ is looked for as the name of one program, with its blanks. Arguments belong in ‘args’${where}: command: ${program}, args: [${args.join(', ')}].`
  checking.findings.warning(path, message)
}

function isFile(place: string): boolean {
  try {
    return statSync(place).isFile()
  } catch {
    return false
  }
}
