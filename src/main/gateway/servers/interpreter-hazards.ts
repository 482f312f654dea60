/** Shells and interpreters: whether they run a file, or text that stands in their arguments. Pure. */
import type { CommandWords } from './command-words.ts'
import type { Finding } from './finding.ts'
import { type OptionRules, readOptions } from './read-options.ts'

const SHELLS = /^(sh|bash|zsh|dash|ksh|mksh|fish|ash|csh|tcsh|rbash|nu|xonsh|elvish)$/
/** What a shell may be told besides its script: nothing of this runs a text or loads a file. */
const SHELL_OPTIONS: OptionRules = {
  valued: /^-[coO]$/,
  flags: /^(-[euxvflpr]|--(login|norc|noprofile|posix|restricted|verbose))$/,
}
const POWER_SHELLS = /^(powershell|pwsh)$/
/** Programs whose first argument is a program text, or that start others in a way of their own. */
const RUNNERS =
  /^(awk|gawk|mawk|nawk|sed|find|xargs|parallel|script|expect|tclsh|watch|eval|wsl|mshta|wscript|cscript|rundll32|regsvr32|start)$/

interface Interpreter extends OptionRules {
  programs: RegExp
  /** Behind these stands program text. */
  code: RegExp
  /** These load code besides. */
  loads: RegExp
}

const NEVER = /^(?!)/
const INTERPRETERS: Interpreter[] = [
  {
    programs: /^(node|nodejs|bun|tsx|ts-node|electron)$/,
    code: /^(-[ep]|--(eval|print))$/,
    loads:
      /^(-r|--(require|import|loader|experimental-loader|preload|env-file|env-file-if-exists|experimental-config-file|experimental-default-config-file|openssl-config|snapshot-blob))$/,
    valued:
      /^(-[repC]|--(eval|print|require|import|loader|experimental-loader|preload|env-file|env-file-if-exists|conditions|title|input-type|tsconfig|experimental-config-file|openssl-config|snapshot-blob|stack-trace-limit|unhandled-rejections|max-old-space-size))$/,
    flags:
      /^(-[ic]|--(no-[\w-]+|trace-[\w-]+|use-[\w-]+|enable-[\w-]+|preserve-[\w-]+|experimental-(?!loader|config-file)[\w-]+|inspect[\w-]*|watch|expose-gc|check|interactive|permission|allow-[\w-]+|smol|hot|silent))$/,
  },
  {
    programs: /^(python[\d.]*|pythonw|py|pypy[\d.]*)$/,
    code: /^-c$/,
    loads: NEVER,
    valued: /^(-[cmWX]|--check-hash-based-pycs)$/,
    flags: /^-[bBdEhiIOPqRsSuvVx\d]$/,
    last: /^-[mc]$/,
  },
  {
    programs: /^perl[\d.]*$/,
    code: /^-[eEMmd]$/,
    loads: /^-I$/,
    valued: /^-[eEMmIdCDFilx0]$/,
    flags: /^-[acnpsStTuUvVwWX]$/,
  },
  {
    programs: /^ruby[\d.]*$/,
    code: /^-e$/,
    loads: /^-[rI]$/,
    valued: /^-[erIiCEFKTWx0]$/,
    flags: /^-[acdhlnpsSUvwy]$/,
  },
  {
    programs: /^php[\d.]*$/,
    code: /^(-[rBREd]|--(run|process-begin|process-code|process-end|define))$/,
    loads: /^(-[cz]|--(php-ini|zend-extension))$/,
    valued: /^(-[rBREFdczfSt]|--(run|process-begin|process-code|process-end|define|php-ini|file))$/,
    flags: /^-[anqisvwm]$/,
  },
  {
    programs: /^(lua|luajit|osascript|rscript|r|julia|elixir|groovy|scala|racket)[\d.]*$/,
    code: /^(-[eE]|--(eval|expr|expression))$/,
    loads: /^-[lLr]$/,
    valued: /^-[eElLrW]$/,
    flags: /^-[iv]$/,
  },
  { programs: /^java$/, code: NEVER, loads: /^(-javaagent|-agent)/, valued: NEVER, flags: NEVER },
]

export function isInterpreter(program: string): boolean {
  return SHELLS.test(program) || INTERPRETERS.some(({ programs }) => programs.test(program))
}

export function inInterpreter(words: CommandWords): Finding[] {
  const { program, args } = words
  const shellCode = `Runs a line of shell code, which can start any program.`
  if (SHELLS.test(program)) {
    return readOptions(args, SHELL_OPTIONS)
      .options.filter(({ name, isUnknown }) => isUnknown || SHELL_OPTIONS.valued.test(name))
      .map(({ literal }) => ({ literal: `${program} ${literal}`, text: shellCode }))
  }
  if (POWER_SHELLS.test(program))
    return [{ literal: [program, ...args.slice(0, 1)].join(' '), text: shellCode }]
  if (RUNNERS.test(program))
    return [{ literal: program, text: 'Runs program text or other programs that stand in its arguments.' }]
  if (program === 'cmd') return inCommandPrompt(args)
  if (program === 'deno') return inDeno(args)
  return INTERPRETERS.filter(({ programs }) => programs.test(program)).flatMap((interpreter) =>
    readInterpreter(program, args, interpreter),
  )
}

function readInterpreter(program: string, args: readonly string[], rules: Interpreter): Finding[] {
  const text = 'Runs program text that stands in its arguments.'
  // A word before the script that only says `run` it.
  const own = /^(bun|tsx)$/.test(program) && /^(run|watch)$/.test(args[0] ?? '') ? args.slice(1) : args
  // Node takes both signs for the same.
  const written = own.map((word) => (/^--\w/.test(word) ? word.replace(/^[^=]*/, dashes) : word))
  return readOptions(written, rules).options.flatMap(({ name, value, literal }): Finding[] => {
    const isText = rules.loads.test(name) && /^(data|https?|blob):/i.test(value ?? '')
    if (rules.code.test(name) || isText) return [{ literal: `${program} ${literal}`, text }]
    if (/^--inspect/.test(name)) {
      const opens = 'Opens a debugging port, through which others on this machine can take it over.'
      return [{ literal, text: opens }]
    }
    const isLoading = rules.loads.test(name) || (!literal.startsWith('--') && rules.loads.test(literal))
    return isLoading ? [{ literal, text: 'Loads other code before the server itself.', honest: true }] : []
  })
}

function dashes(name: string): string {
  return name.replaceAll('_', '-')
}

function inCommandPrompt(args: readonly string[]): Finding[] {
  const isJoined = args.some((word) => /[&|<>^%"\r\n]/.test(word) || /^\/[ckr]./i.test(word))
  const text = 'Runs a line of the Windows command prompt, which can start any program.'
  if (isJoined) return [{ literal: 'cmd', text }]
  return args.some((word) => /^\/[ckr]$/i.test(word)) ? [{ literal: 'cmd /c', text, honest: true }] : []
}

function inDeno(args: readonly string[]): Finding[] {
  const does = args.find((word) => !word.startsWith('-'))
  if (does === 'eval' || does === 'repl' || does === 'task')
    return [{ literal: `deno ${does}`, text: 'Runs program text that stands in its arguments.' }]
  return args
    .filter((word) => /^(https?|data|npm|jsr):/.test(word))
    .map((literal) => ({ literal, text: 'Runs whatever is at this address at each start.', honest: true }))
}
