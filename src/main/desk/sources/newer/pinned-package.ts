/** The package of a server, where its command names one with its exact version. Pure. */
import { programOf, sourceOf } from '../../../workflow/fetching-programs.ts'

export interface Pin {
  kind: 'npm' | 'pypi'
  package: string
  version: string
  /** The place of the argument. */
  index: number
  /** Between name and version. */
  mark: '@' | '=='
}

/** Null: it is pinned to no version, or not by a package's name. */
export function findPin(command: string, args: readonly string[]): Pin | null {
  const sources = [command, ...args].map((word) => sourceOf(programOf(word)))
  const from = sources.findIndex((source) => source === 'npm' || source === 'PyPI')
  if (from < 0) return null
  const isNpm = sources[from] === 'npm'
  const index = placeOfPackage(args, from, isNpm ? NPM_OPTIONS : PYPI_OPTIONS)
  const word = index === null ? '' : (args[index] ?? '')
  const pin = isNpm ? npmPin(word) : pypiPin(word)
  return pin === null || index === null ? null : { kind: isNpm ? 'npm' : 'pypi', ...pin, index }
}

/** `package`: the value is what runs; `other`: it is something else, such as a package besides. */
interface Options {
  package: RegExp
  other: RegExp
}

const NPM_OPTIONS: Options = {
  package: /^(-p|--package)$/,
  other: /^(-C|--(registry|cache|prefix|loglevel|dir|cwd|filter|userconfig|node-options))$/,
}
const PYPI_OPTIONS: Options = {
  package: /^--(from|spec)$/,
  other:
    /^(-[pwifP]|--(with|with-editable|with-requirements|python|directory|project|index|index-url|default-index|extra-index-url|find-links|extra|group|refresh-package|cache-dir|pip-args|index-strategy|prerelease|resolution|link-mode|color|env-file|config-file))$/,
}
const VERBS = ['exec', 'x', 'dlx', 'tool', 'run']

/** The value of the first option that names a package, or the first word that belongs to no option. */
function placeOfPackage(args: readonly string[], from: number, options: Options): number | null {
  let first: number | null = null
  for (let at = from; at < args.length && first === null; at += 1) {
    const word = args[at] ?? ''
    if (options.package.test(word)) return at + 1
    if (options.other.test(word)) at += 1
    else if (!word.startsWith('-') && !VERBS.includes(word)) first = at
    // Joined with its value, it cannot be told apart from it here.
    else if (/^--(from|spec|package)=/.test(word)) return null
  }
  return first
}

function npmPin(word: string): Pick<Pin, 'package' | 'version' | 'mark'> | null {
  const found = /^((?:@[\w.-]+\/)?[\w.-]+)@(v?\d[\w.+-]*)$/.exec(word)
  return found === null ? null : { package: found[1] ?? '', version: found[2] ?? '', mark: '@' }
}

function pypiPin(word: string): Pick<Pin, 'package' | 'version' | 'mark'> | null {
  const found = /^([A-Za-z0-9][\w.-]*(?:\[[\w,.-]+\])?)(==|@)(\d[\w.+!-]*)$/.exec(word)
  if (found === null) return null
  return { package: found[1] ?? '', version: found[3] ?? '', mark: found[2] === '@' ? '@' : '==' }
}

/** The arguments with another version in that place. */
export function withVersion(args: readonly string[], pin: Pin, version: string): string[] {
  return args.map((word, index) => (index === pin.index ? `${pin.package}${pin.mark}${version}` : word))
}
