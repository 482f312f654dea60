/** Programs: a literal command, and no values inside the program text of a shell or an interpreter (R2.7, R7.1). */
import type { ExecutorDeclaration } from '../model/definition.ts'
import { pathsInText } from '../workflow/mapping.ts'
import { checkCommand } from './check-command.ts'
import type { Subject } from './subject.ts'
import type { Path } from './tree.ts'

/** `found`: its connection, if it names one, is there. */
export function checkProgram(
  subject: Subject,
  executor: Extract<ExecutorDeclaration, { kind: 'cli' }>,
  path: Path,
  found: boolean,
): void {
  const { connection, command } = executor
  const declared = connection === undefined ? undefined : subject.compiled.connections[connection]
  const inherited = declared?.kind === 'cli' ? declared.command : undefined
  if (found && command === undefined && inherited === undefined) {
    const message =
      connection === undefined
        ? 'This executor needs a ‘command’, or a ‘connection’ that has one.'
        : `This executor needs a ‘command’: its connection ‘${connection}’ has none.`
    subject.findings.error(path, message)
  }
  if (command !== undefined && pathsInText(command).length > 0) {
    const message = `A command is taken literally, so that it is known what runs; ‘${command}’ would not be filled in. Put paths into ‘args’.`
    subject.findings.error([...path, 'command'], message)
  } else if (command !== undefined) checkCommand(subject, command, [...path, 'command'])
  const words = [command ?? inherited ?? '', ...executor.args]
  checkArguments(subject, words, path)
  checkInput(subject, words, executor.stdin, path)
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
function checkArguments(subject: Subject, words: readonly unknown[], path: Path): void {
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
      subject.findings.error(
        [...path, 'args', text.index - 1],
        `Values must not be put into the program text of ‘${program}’: whoever supplies them could run anything. ${instead}`,
      )
      return
    }
    if (program === 'ssh' && words.slice(at + 1).some(readsPath)) {
      subject.findings.warning(
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
  subject: Subject,
  words: readonly unknown[],
  stdin: string | undefined,
  path: Path,
): void {
  if (stdin === undefined || pathsInText(stdin).length === 0) return
  const last = programName(words.findLast((word) => typeof word === 'string' && !/^-(?:s|i|l)?$/.test(word)))
  const interpreter = INTERPRETERS.find(({ name, option }) => option !== null && name.test(last))
  if (!interpreter) return
  subject.findings.error(
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
