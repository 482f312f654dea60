/** Options of the programs that fetch what they run. What is not known to be harmless is said. Pure. */
import { sourceOf } from '../../workflow/fetching-programs.ts'
import type { Finding } from './finding.ts'
import { type OptionRules, type ProgramWords, type ReadOption, readOptions } from './read-options.ts'

/** Words before the package, such as `tool run`. */
type Fetcher = OptionRules & { does: RegExp }

const FETCHERS: Record<'npm' | 'PyPI', Fetcher> = {
  npm: {
    does: /^(exec|x|dlx|run|start)$/,
    valued: /^(-[pC]|--(package|loglevel|cache|prefix|dir|cwd|filter))$/,
    flags:
      /^(-[yqs]|--(yes|quiet|silent|no|no-install|prefer-online|prefer-offline|offline|ignore-scripts|ignore-existing|bun|no-audit|no-fund|no-update-notifier))$/,
  },
  PyPI: {
    does: /^(tool|run|x)$/,
    valued:
      /^(-p|-w|--(from|spec|with|with-editable|with-requirements|python|directory|project|package|extra|group|prerelease|resolution|link-mode|cache-dir|color|python-preference))$/,
    flags:
      /^(-[qvnUms]|--(quiet|verbose|no-cache|refresh|upgrade|frozen|locked|no-sync|no-progress|offline|native-tls|system-certs|isolated|no-project|active|all-extras|no-dev|dev|module|script|no-config|no-env-file|managed-python|no-python-downloads|exact|reinstall))$/,
  },
}

/** The options, the words that say what is done, and those that run behind them; null: the program fetches nothing. */
export function readFetcher({ program, args }: ProgramWords) {
  const source = sourceOf(program)
  if (source === null || source === 'container') return null
  const fetcher = FETCHERS[source]
  const options: ReadOption[] = []
  const verbs: string[] = []
  let rest = [...args]
  for (;;) {
    const read = readOptions(rest, fetcher)
    options.push(...read.options)
    rest = read.rest
    if (!fetcher.does.test(rest[0] ?? '') || /^(npx|pnpx|bunx|uvx)$/.test(program)) break
    verbs.push(...rest.slice(0, 1))
    rest = rest.slice(1)
  }
  return { options, verbs, rest }
}

/** `uv run`, but not `uv tool run`: what it starts belongs to a folder, and what that needs is fetched. */
export function runsProject(words: ProgramWords): boolean {
  return words.program === 'uv' && readFetcher(words)?.verbs[0] === 'run'
}

/** What is fetched, as it is named: one package, or several that are asked for together. */
export function packagesIn(words: ProgramWords): string[] {
  const { options, rest } = readFetcher(words) ?? { options: [], rest: [] }
  const names = isPython(words) ? /^--(from|spec)$/ : /^(-p|--package)$/
  const named = options.flatMap(({ name, value }) => (names.test(name) && value !== null ? [value] : []))
  return named.length > 0 ? named : rest.slice(0, 1)
}

function isPython({ program }: ProgramWords): boolean {
  return sourceOf(program) === 'PyPI'
}

const PLACES = /^(-[if]$|--?(reg|ind|ext|def|find|tru|user|allow|@))/
const CODE = /^(-c$|--?(cal|scr|shell|node|env-file))/

export function inFetcher(words: ProgramWords): Finding[] {
  const options = readFetcher(words)?.options ?? []
  const [, ...besides] = isPython(words) ? [] : options.filter(({ name }) => /^(-p|--package)$/.test(name))
  return options.flatMap((option): Finding[] => {
    const { name, value, literal, isUnknown } = option
    if ((besides.includes(option) || /^(-w|--with.*)$/.test(name)) && value !== null)
      return [{ literal: value, text: 'Fetches this besides, and runs its code too.', honest: true }]
    if (/^(-p|--python)$/.test(name) && isPython(words) && /[\\/]/.test(value ?? ''))
      return [{ literal: value ?? literal, text: 'Runs the server with this program.' }]
    if (!isUnknown) return []
    if (PLACES.test(name) || PLACES.test(literal))
      return [{ literal, text: 'Fetches packages from somewhere else than usual.' }]
    if (CODE.test(name) || CODE.test(literal))
      return [{ literal, text: 'Runs program text or another program before the server.' }]
    return [
      { literal, text: 'Changes how the server is fetched or started, in a way that cannot be judged here.' },
    ]
  })
}
