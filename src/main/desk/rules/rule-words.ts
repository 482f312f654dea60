/** A suggested rule in plain words, for people who write no expressions. Pure. May import: model, workflow. */
import type { GuardOf } from '../../model/guard.ts'
import { fieldsWithMore } from '../../workflow/executors/executors.ts'
import type { SuggestedRule } from '../../workflow/gates/suggest-rule.ts'
import { listWith } from '../../workflow/wording/listing.ts'
import { quoteName } from '../../workflow/wording/quote.ts'
import { capitalize } from '../../workflow/wording/sentence.ts'

/** Where arguments that its schema does not name may come with the call. */
const MORE = fieldsWithMore().map((name) => `$.call.${name}`)

/** `names`: of paths that a person knows by another name. `unsaid`: fields of the call that its name stands for. */
export function describeRule(
  { guards, free }: SuggestedRule,
  title: string,
  names: Readonly<Record<string, string>> = {},
  unsaid: readonly string[] = [],
): string {
  const isSaid = ({ expr }: GuardOf<'expr'>) =>
    !['kind', ...unsaid].includes(/^\$\.call\.(\w+)/.exec(expr)?.[1] ?? '')
  const nameOf: NameOf = (path) => `‘${names[path] ?? shortName(path)}’`
  const conditions = guards.filter(isSaid).flatMap((guard) => saidOf(guard, nameOf))
  const where = conditions.length === 0 ? '' : ` where ${listWith('and', conditions)}`
  const isMore = (path: string) => path === '$.arguments' || MORE.includes(path)
  const open = free.filter((path) => !isMore(path)).map(nameOf)
  const more = free.some(isMore) ? ' Arguments that its schema does not name may come with it.' : ''
  const anything = open.length === 0 ? '' : ` ${capitalize(listWith('and', open))} may be anything.`
  return `${quoteName(title)} runs without asking${where}.${anything}${more}`
}

type NameOf = (path: string) => string

function saidOf(guard: GuardOf<'expr'>, nameOf: NameOf): string[] {
  const optional = /^\((\$\S+) == null \|\| (.*)\)$/su.exec(guard.expr)
  if (optional !== null) return [`${sayCondition(optional[2] ?? '', nameOf)}, or it is not given`]
  const absent = /^(\$\S+) == null$/.exec(guard.expr)
  if (absent !== null) {
    const [, list, place] = /^(.*)\[(\d+)\]$/.exec(absent[1] ?? '') ?? []
    if (list === undefined) return [`${nameOf(absent[1] ?? '')} is not given`]
    // Behind the last one of a list there is nothing to say.
    return place === '0' ? [`${nameOf(list)} is empty`] : []
  }
  return [sayCondition(guard.expr, nameOf)]
}

function sayCondition(expr: string, nameOf: NameOf): string {
  const between = /^(\$\S+) >= (\S+) && \S+ <= (\S+)$/.exec(expr)
  if (between !== null) return `${nameOf(between[1] ?? '')} is from ${between[2]} to ${between[3]}`
  const begins = /^(\$\S+) starts_with (".*?(?<!\\)")(?: && !\(.*\))?$/su.exec(expr)
  if (begins !== null)
    return `${nameOf(begins[1] ?? '')} begins with ${begins[2]} and goes to no folder above`
  const set = /^(\$\S+) in \[(.*)\]$/su.exec(expr)
  if (set !== null) return `${nameOf(set[1] ?? '')} is one of ${set[2]}`
  const same = /^(\$\S+) == (.*)$/su.exec(expr)
  return same === null ? expr : `${nameOf(same[1] ?? '')} is ${same[2]}`
}

function shortName(path: string): string {
  const short = path.replace(/^\$\.(?:call\.arguments|call|arguments)\.?/, '')
  return short === '' ? path : short
}
