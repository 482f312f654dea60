/** `parallel`: several executors at once. Pure. */
import type { PlannedBranch } from '../../model/call.ts'
import { NOTHING_STORED } from '../../model/guard.ts'
import { isJsonObject, type JsonObject, mapEntries } from '../../model/json.ts'
import { ENGINE } from '../../model/principal.ts'
import { evaluateGuard } from '../guards/guards.ts'
import { listWith } from '../wording/listing.ts'
import { quoteName, quoteWord } from '../wording/quote.ts'
import { asItIs, type ExecutorKind, NOTHING_CALLED, SINGLE } from './kind.ts'

const MOST_BRANCHES = 8

function tellBranches({ branches }: JsonObject): string {
  const names = Object.keys(isJsonObject(branches) ? branches : {}).slice(0, MOST_BRANCHES)
  return names.length === 0
    ? 'runs several calls at once'
    : `runs at once ${listWith('and', names.map(quoteName))}`
}

export const parallel: ExecutorKind<'parallel'> = {
  ...SINGLE,
  ...NOTHING_CALLED,
  does: 'holds',
  noun: null,
  effect: () => null,
  readsOnly: () => true,
  edit: asItIs,
  proposed: 'freely',
  repeats: 'always',
  branches: ({ branches }) => branches,
  withBranches: (executor, branches) => ({ ...executor, branches }),
  resolve({ branches, limit, join }, scope, _, inner) {
    const planned: Record<string, PlannedBranch> = {}
    for (const [name, branch] of Object.entries(branches)) {
      const { when } = branch
      const left =
        when !== undefined &&
        !evaluateGuard(when, { scope, principal: ENGINE, stored: NOTHING_STORED }).passed
      if (left) continue
      const resolved = inner(branch)
      if (!resolved.ok) return { ...resolved, message: `Branch ‘${name}’: ${resolved.message}` }
      planned[name] = { ...resolved.plan, onFailure: branch.onFailure }
    }
    return { ok: true, call: { kind: 'parallel', branches: planned, limit, join } }
  },
  inside: ({ branches }) => branches,
  sends: null,
  declare: ({ branches, limit, join }, inner) => ({
    kind: 'parallel',
    branches: mapEntries(branches, inner),
    limit,
    join,
  }),
  write({ branches, join }, inner) {
    const texts = Object.entries(branches).map(([name, branch]) => `${name}: ${inner(branch)}`)
    return { call: `${join} of [${texts.join('; ')}]`, given: '' }
  },
  text({ branches, limit, join }, inner) {
    const entries = Object.entries(branches)
    const most = limit < entries.length ? `, ${limit} at once` : ''
    const texts = entries.map(
      ([name, branch]) =>
        `${quoteWord(name)}: ${inner(branch)}${branch.onFailure === 'continue' ? ' (may fail)' : ''}`,
    )
    return `${join} of${most} [${texts.join('; ')}]`
  },
  told: tellBranches,
  describe({ branches, join }, inner) {
    const described = Object.entries(branches).map(([name, { calls }]) => {
      const [first, ...fallbacks] = calls.map(({ call }) => inner(call))
      return [name, fallbacks.length === 0 ? (first ?? {}) : { ...first, fallbacks }] as const
    })
    return { kind: 'parallel', branches: Object.fromEntries(described), join }
  },
}
