/** Of every kind of guard: whom a change lets through, the engine itself shows; what is more than before is named. */
import { describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import type { Configuration } from '../../../src/main/model/configuration.ts'
import type { Guard } from '../../../src/main/model/guard.ts'
import { asksCaller, asksStore } from '../../../src/main/workflow/guards/guards.ts'
import { openSmallWorld } from '../../runtime/small-world.ts'
import { agent } from '../../support/gateway.ts'
import { EACH } from '../../workflow/each-guard.ts'
import { loadText } from './load-text.ts'

const ONE = agent('one')
const TWO = agent('two', { sees: 'all' })
/** Enough for each of them to do everything once. */
const LONGEST = 3

interface Flow {
  /** Two steps, side by side: the first one records something. */
  steps: readonly [string, string]
  records: string
  guards: readonly Guard[]
  /** One more behind them, which changes nothing. */
  more?: string
}

function write({ steps: [one, other], records, guards, more }: Flow): string {
  const beside = more === undefined ? '' : `, ${more}: { target: b }`
  return `workflows:
  w:
    initialState: a
    states:
      a: { transitions: { ${one}: { target: b, evidence: [${records}] }, ${other}: { target: b } } }
      b: { transitions: { go: { target: c, guards: ${JSON.stringify(guards)} }${beside} } }
      c: {}
`
}

/** Who fired what, on each way on which ‘go’ is fired in the end; without the step that is one more. */
async function waysToGo({ workflows }: Configuration): Promise<Set<string>> {
  const { runtime } = openSmallWorld({ workflows, capabilities: [], connections: {} }, () => ({}))
  const states = Object.entries(workflows.w?.states ?? {}).map(
    ([state, { transitions }]) => [state, Object.keys(transitions)] as const,
  )
  const found = new Set<string>()
  for (let open: [typeof ONE, string][][] = [[]]; open.length > 0; ) {
    const next: typeof open = []
    for (const way of open) {
      let at = (await runtime.start(ONE, { definitionId: 'w', input: {} })).response
      const fired: string[] = []
      for (const [who, transition] of way) {
        const place = states.findIndex(([state]) => state === at.state)
        const position = states[place]?.[1].indexOf(transition) ?? -1
        const { workflowId = '', version: expectedVersion = 0 } = at
        const asked = { workflowId, expectedVersion, transition, arguments: {} }
        at = (await runtime.submit(who, asked)).response
        if (at.error !== undefined) break
        if (place === 0 || position === 0) fired.push(`${place}.${position} ${who.client}`)
      }
      if (at.error !== undefined) continue
      if (at.state === 'c') found.add(fired.join(', '))
      else if (way.length < LONGEST)
        for (const who of [ONE, TWO])
          for (const name of states.find(([state]) => state === at.state)?.[1] ?? [])
            next.push([...way, [who, name]])
    }
    open = next
  }
  return found
}

/** What a guard says, as far as a step may be called so. */
function namesIn({ kind: _, ...rest }: Guard): string[] {
  return [...JSON.stringify(rest).matchAll(/:"([a-z_]+)"/g)].flatMap(([, name = '']) => name)
}

const cases = Object.values<Guard>(EACH)
  .filter((guard) => asksCaller(guard) || asksStore(guard))
  .flatMap((guard) => namesIn(guard).map((name) => [guard.kind, name, guard] as const))

describe.each(cases)('who passes a guard of the kind %s that says ‘%s’', (_, name, guard) => {
  const flow: Flow = { steps: [name, 'other'], records: name, guards: [guard] }
  it.each<[string, Flow]>([
    ['the guard is gone', { ...flow, guards: [] }],
    ['two steps have changed their names', { ...flow, steps: ['other', name] }],
    ['there is one step more, of that name, which changes nothing', { ...flow, more: name }],
  ])('is named where more do than before: %s [weaker.unproven]', async (_change, changed) => {
    const [before, after] = [await loadText(write(flow)), await loadText(write(changed))]
    const [could, can] = [await waysToGo(before), await waysToGo(after)]
    const isMore = [...can].some((way) => !could.has(way))
    if (changed.guards.length === 0) expect(isMore).toBe(true)
    if (isMore) expect(compareConfigurations(before, after).weaker).not.toEqual([])
  })
})
