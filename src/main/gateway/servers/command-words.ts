/** What the words of a command line mean, as far as it matters who runs what. Pure. */

import { ownOf } from '../../model/json.ts'
import { fetchesFrom, type PackageSource, programOf } from '../../workflow/fetching-programs.ts'
import { imageIn } from './container-hazards.ts'
import { packagesIn, runsProject } from './fetcher-hazards.ts'
import { type OptionRules, readOptions } from './read-options.ts'

export interface CommandWords {
  /** The program that really runs: what only wraps it (`env A=1 npx …`) is left out. Without folder and ending. */
  program: string
  args: string[]
  /** Variables that a wrapper sets. */
  env: Record<string, string>
  /** Programs that it is started through, such as `sudo`. */
  wrappers: string[]
  /** Words of the wrappers behind which something else may run than is read here. */
  unclear: string[]
}

/** What each understands of options. */
const WRAPPERS: Record<string, OptionRules> = {
  env: {
    valued: /^(-[uCS]|--(unset|chdir|split-string))$/,
    flags: /^(-[i0v]|--(ignore-environment|null|debug))$/,
  },
  nohup: { valued: /^(?!)/, flags: /^(?!)/ },
  nice: { valued: /^(-n|--adjustment)$/, flags: /^-\d$/ },
  ionice: { valued: /^-[cn]$/, flags: /^-t$/ },
  stdbuf: { valued: /^(-[ioe]|--(input|output|error))$/, flags: /^(?!)/ },
  setsid: { valued: /^(?!)/, flags: /^-[cfw]$/ },
  timeout: {
    valued: /^(-[ks]|--(kill-after|signal))$/,
    flags: /^(-v|--(foreground|preserve-status|verbose))$/,
  },
  command: { valued: /^(?!)/, flags: /^-p$/ },
  exec: { valued: /^-a$/, flags: /^-[cl]$/ },
  time: { valued: /^-[fo]$/, flags: /^-[apv]$/ },
  busybox: { valued: /^(?!)/, flags: /^(?!)/ },
  caffeinate: { valued: /^-[tw]$/, flags: /^-[dimsu]$/ },
}
const RAISING = new Set(['sudo', 'doas', 'pkexec', 'su', 'runas', 'gsudo'])

/** Whoever runs as the administrator is told of by that alone. */
const RAISING_OPTIONS: OptionRules = { valued: /^-[ugCDRTUhpcr]$/, flags: /^(-[A-Za-z]|--.*)$/ }

export function readCommand(command: string, args: readonly string[]): CommandWords {
  const env: Record<string, string> = {}
  const wrappers: string[] = []
  const unclear: string[] = []
  let words = [command, ...args]
  for (;;) {
    const program = programOf(words[0] ?? '')
    const rules = RAISING.has(program) ? RAISING_OPTIONS : ownOf(WRAPPERS, program)
    if (rules === undefined) return { program, args: words.slice(1), env, wrappers, unclear }
    wrappers.push(program)
    // A single dash is the long `-i`.
    const told = words[1] === '-' ? words.slice(2) : words.slice(1)
    const { options, rest } = readOptions(told, rules)
    words = [...rest]
    for (const { name, value, literal, isUnknown } of options) {
      if (isUnknown) unclear.push(`${program} ${literal}`)
      if (program !== 'env' || !/^(-S|--split-string)$/.test(name)) continue
      // The words come out of one text, with rules of their own.
      unclear.push(`env ${literal}`)
      words = [...(value ?? '').split(/[\s"']+/).filter((word) => word !== ''), ...words]
    }
    words = takeVariables(words, env)
    if (program === 'timeout') words = words.slice(1)
    if (words.length === 0) return { program, args: [], env, wrappers, unclear }
  }
}

/** Notes in `env` what is set before a program; what is left are the words from the program on. */
function takeVariables(words: readonly string[], env: Record<string, string>): string[] {
  let at = 0
  for (; at < words.length; at++) {
    const set = /^([A-Za-z_]\w*)=(.*)$/s.exec(words[at] ?? '')
    if (set === null) break
    env[set[1] ?? ''] = set[2] ?? ''
  }
  return words.slice(at)
}

export function isRaising(wrapper: string): boolean {
  return RAISING.has(wrapper)
}

export interface FetchedPackage {
  /** As it is named in the command. */
  name: string
  from: PackageSource | 'address' | 'project'
  /** Behind the `@` of its name stands an address or another name, and that is what runs. */
  isDisguised: boolean
  /** Exactly this version runs at each start. */
  isPinned: boolean
}

/** Null: it runs what is on this machine already. */
export function fetchedBy({ program, args }: Pick<CommandWords, 'program' | 'args'>): FetchedPackage | null {
  const from = fetchesFrom(program, args)
  if (from === null) return null
  const words = { program, args }
  const image = imageIn(words)
  const names = from !== 'container' ? packagesIn(words) : image === undefined ? [] : [image]
  const usual = runsProject(words) ? 'project' : from
  const all = names.map((name) => describePackage(name, usual))
  // The worst of several: any of them can bring what runs.
  return all.find((each) => each.isDisguised) ?? all.find((each) => !each.isPinned) ?? all[0] ?? null
}

function describePackage(name: string, usual: PackageSource | 'project'): FetchedPackage {
  const from = isElsewhere(name, usual) ? 'address' : usual
  const isDisguised = (from === 'npm' || from === 'PyPI') && /[:/\\]/.test(behindName(name))
  return { name, from, isDisguised, isPinned: !isDisguised && isPinned(name, from) }
}

function isElsewhere(name: string, usual: PackageSource | 'project'): boolean {
  if (usual === 'container') return false
  return usual === 'project' ? /^[A-Za-z][\w+.-]+:/.test(name) : isAddress(name)
}

/** `user/repository` is one too; a scope is none. */
function isAddress(name: string): boolean {
  return /^([A-Za-z][\w+.-]*:|\.{0,2}[\\/]|[^@/\\]+[\\/])/.test(withoutPlaces(name))
}

/** Where the version of a package stands: behind the first `@` that is none of a scope. */
function behindName(name: string): string {
  return /^(?:@[^@]*|[^@]+)@(.*)$/s.exec(withoutPlaces(name))?.[1] ?? ''
}

/** What `${…}` stands for is not known. */
function withoutPlaces(name: string): string {
  return name.replace(/\$\{[^{}]*\}/g, '_')
}

function isPinned(name: string, from: FetchedPackage['from']): boolean {
  switch (from) {
    case 'npm':
      return /^@?[^@]+@v?\d+\.\d+\.\d+[\w.+-]*$/.test(name)
    case 'PyPI':
      return /^[^@=]+(==|@)\d+(\.\d+)+[\w.+-]*$/.test(name)
    case 'container':
      return /@sha256:[0-9a-f]{64}$/.test(name)
    case 'address':
      return /[@#][0-9a-f]{40}$/.test(name)
    // What it needs has its own list of versions there.
    case 'project':
      return true
  }
}
