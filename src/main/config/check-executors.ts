/** Executors: what they run must be declared, literal where it must be, and out of reach of a shell (R2.7, R7.1). */
import type { Connection } from '../model/configuration.ts'
import type { ExecutorDeclaration } from '../model/definition.ts'
import { pathsInText } from '../workflow/mapping.ts'
import { didYouMean } from './nearest.ts'
import { namesUnder, type Subject, type WorkflowSubject } from './subject.ts'
import type { Path } from './tree.ts'

export function checkWorkflowExecutors({ definition, path, subject }: WorkflowSubject): void {
  for (const [name, state] of Object.entries(definition.states)) {
    const at = [...path, 'states', name]
    if (state.onEnter) {
      checkExecutor(subject, state.onEnter.executor, [...at, 'onEnter', 'executor'])
      if (state.onEnter.executor.kind === 'human') {
        const message = `Entering a state cannot wait for a person. Give ‘${name}’ a transition with ‘actor: human’ instead.`
        subject.findings.error([...at, 'onEnter', 'executor'], message)
      }
    }
    for (const [transitionName, transition] of Object.entries(state.transitions)) {
      if (!transition.executor) continue
      const here = [...at, 'transitions', transitionName, 'executor']
      checkExecutor(subject, transition.executor, here)
      if (transition.executor.kind === 'human' && transition.actor === 'human') {
        const message = `‘${transitionName}’ is fired by a person already; an executor of the kind ‘human’ would ask a second time. Remove one of them.`
        subject.findings.error(here, message)
      }
    }
  }
}

export function checkExecutor(subject: Subject, executor: ExecutorDeclaration, path: Path): void {
  if (executor.kind === 'mcp') expectConnection(subject, executor.connection, 'mcp', [...path, 'connection'])
  if (executor.kind === 'rest') {
    expectConnection(subject, executor.connection, 'rest', [...path, 'connection'])
  }
  if (executor.kind === 'cli') checkProgram(subject, executor, path)
}

/** Whether the connection is declared and of the right kind. */
export function expectConnection(
  subject: Subject,
  name: string,
  kind: Connection['kind'],
  path: Path,
): boolean {
  const declared = subject.document.connections ?? {}
  if (Object.hasOwn(declared, name)) {
    const actual = declared[name]?.kind
    if (actual === kind) return true
    const message = `‘${name}’ is a connection of the kind ‘${actual}’; one of the kind ‘${kind}’ is needed here.`
    subject.findings.error(path, message)
    return false
  }
  const names = namesUnder(subject, ['connections'], Object.keys(declared))
  if (!names.has(name) && !subject.removed.some((gone) => gone.length === 1 && gone[0] === 'connections')) {
    const hint =
      didYouMean(name, names) || ` Declare it under ‘connections’, with ‘kind: ${kind}’ and what it needs.`
    subject.findings.error(path, `There is no connection ‘${name}’.${hint}`)
  }
  return false
}

function checkProgram(
  subject: Subject,
  executor: Extract<ExecutorDeclaration, { kind: 'cli' }>,
  path: Path,
): void {
  const { connection, command } = executor
  const found =
    connection === undefined || expectConnection(subject, connection, 'cli', [...path, 'connection'])
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
  }
  checkShell(subject, command ?? inherited ?? '', executor.args, path)
}

/** Programs that take program text as an argument, and the options before it. */
const INTERPRETERS: readonly { name: RegExp; option: RegExp }[] = [
  { name: /^(?:ba|da|k|z|a|c|tc)?sh$|^fish$|^busybox$/, option: /^-[a-zA-Z]*c$/ },
  { name: /^cmd$/, option: /^\/[ckCK]$/ },
  { name: /^(?:powershell|pwsh)$/, option: /^-(?:c|command|e|ec|encodedcommand)$/i },
  { name: /^(?:node|deno|bun)$/, option: /^(?:-e|-p|-pe|--eval|--print|eval)$/ },
  { name: /^(?:python|pypy)[\d.]*$/, option: /^-[a-zA-Z]*c$/ },
  { name: /^(?:perl|ruby|osascript|lua|php)$/, option: /^-[a-zA-Z]*[erR]$/ },
]

function checkShell(subject: Subject, command: string, args: readonly unknown[], path: Path): void {
  // `env sh -c …` and the like: any word may be the shell.
  const words = [command, ...args]
  for (const [at, word] of words.entries()) {
    const interpreter = INTERPRETERS.find(({ name }) => name.test(programName(word)))
    if (!interpreter) continue
    const option = words.findIndex(
      (each, index) => index > at && typeof each === 'string' && interpreter.option.test(each),
    )
    const code = option < 0 ? undefined : words[option + 1]
    if (code === undefined || pathsInText(JSON.stringify(code)).length === 0) continue
    subject.findings.error(
      [...path, 'args', option],
      `Values must not be put into the program text of ‘${programName(word)}’: whoever supplies them could run anything. Pass them as further arguments (‘$1’, ‘$2’ in the text).`,
    )
    return
  }
}

function programName(word: unknown): string {
  if (typeof word !== 'string') return ''
  const name = word.split(/[/\\]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.exe$/, '')
}
