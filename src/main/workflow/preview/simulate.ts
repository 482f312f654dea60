/**
 * The way a workflow will take by itself from a state on: `onEnter`, the deterministic chain, every branch that
 * a result may choose. Pure: nothing is run, and what is not known yet is said.
 */
import type { Plan } from '../../model/call.ts'
import type { Definition, Gate, State, Transition } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import type { StoredFacts } from '../../model/guard.ts'
import type { PreviewStep } from '../../model/preview.ts'
import { ENGINE } from '../../model/principal.ts'
import { chains, ownSteps, RETRY_ON_ENTER, stateOf } from '../advance.ts'
import { sayUnable } from '../call-ahead.ts'
import { asksPerson, branchesOf, plansInside, resolvePlan } from '../executors/executors.ts'
import type { ConnectionLookup } from '../executors/kind.ts'
import { planText } from '../executors/wording.ts'
import {
  type ExemptionTest,
  evaluateGates,
  type GateLookup,
  type GateVerdict,
  isForAsker,
  isOpen,
  seeing,
} from '../gates/gates.ts'
import { describeGuard, evaluateAhead, evaluateAllAhead } from '../guards/guards.ts'
import type { GuardFacts } from '../guards/kind.ts'
import { sayInUtc } from '../wording/in-utc.ts'
import { listWith } from '../wording/listing.ts'
import { transitionTitle } from '../wording/sentence.ts'
import { type DeclaredCall, fillPlaceholders, isCertain } from './fill-placeholders.ts'
import { afterOutput, afterTransition, factsAhead, type KnownState, knownOutputOf } from './known-state.ts'

/** Where the way ends, as it goes on after “Stops ”. */
export interface Simulation {
  steps: PreviewStep[]
  stops: string[]
  /** Branches of groups that run, which their conditions leave out on every way. */
  leftOut: string[]
}

export interface Surroundings {
  definition: Definition
  stored: StoredFacts
  connections: ConnectionLookup
  /** Absent: nothing is held. */
  gates?: GateLookup
}

/** A preview is read by a person: past this it says that more follows. */
const MOST_STEPS = 60

/** `failed`: where it leads instead if the call of the decision itself fails; null: nowhere. */
export function simulate(
  around: Surroundings,
  targets: string[],
  belief: KnownState,
  failed: { target: string; belief: KnownState } | null = null,
): Simulation {
  const walk: Walk = { around, steps: [], stops: new Set(), branches: createBranchNotes() }
  const start = { visited: new Set<string>(), depth: 0 }
  const otherwise = failed === null ? null : 'only if the call succeeds'
  for (const target of targets) {
    enter(walk, target, { ...start, belief, condition: leadsTo(targets, target, otherwise) })
  }
  if (failed !== null)
    enter(walk, failed.target, { ...start, belief: failed.belief, condition: 'only if the call fails' })
  return { steps: walk.steps, stops: [...walk.stops], leftOut: walk.branches.leftOut() }
}

interface Walk {
  around: Surroundings
  steps: PreviewStep[]
  stops: Set<string>
  branches: BranchNotes
}

/** One place on one of the possible ways. */
interface Waypoint {
  belief: KnownState
  /** What must turn out so for this way to be taken; null: it is certain. */
  condition: string | null
  visited: ReadonlySet<string>
  /** Chain steps so far. */
  depth: number
}

function enter(walk: Walk, name: string, arriving: Waypoint): void {
  const { definition } = walk.around
  const state = stateOf(definition, name)
  const shown = stateName(definition, name)
  if (state === null) {
    walk.stops.add(`at ${shown}, which is not declared`)
    return
  }
  const certain = arriving.condition === null && arriving.belief.unknownKeys.size === 0
  if (arriving.visited.has(name) && !certain) {
    walk.stops.add(`when it is back at ${shown} and goes round again`)
    return
  }
  const visited = new Set(arriving.visited).add(name)
  const scope = { ...arriving.belief.scope, arguments: {} }
  const workflow = { ...scope.workflow, state: name }
  const inside: Waypoint = {
    ...arriving,
    visited,
    belief: { ...arriving.belief, scope: { ...scope, workflow } },
  }
  const place = runOnEnter(walk, name, state, inside)
  if (place === null) return
  const own = ownSteps(state)
  if (state.terminal) walk.stops.add(`at ${shown}, the end`)
  else if (chains(state)) goOn(walk, name, own, place)
  else if (!foreseeSystem(walk, name, own, place)) walk.stops.add(`at ${shown}: ${whoGoesOn(state)}`)
}

/** The place after the state's `onEnter`; null if the way ends in it. */
function runOnEnter(walk: Walk, name: string, state: State, place: Waypoint): Waypoint | null {
  if (state.onEnter === undefined) return place
  const { executor, reliability, output } = state.onEnter
  const title = `Entering ${stateName(walk.around.definition, name)}`
  const ran = run(
    walk,
    {
      state: name,
      transition: RETRY_ON_ENTER,
      title,
      executor,
      reliability,
      because: 'runs on entering the state',
    },
    place,
  )
  return ran ? { ...place, belief: afterOutput(place.belief, output, knownOutputOf(executor, {})) } : null
}

/** A `system` transition fires as soon as its guards pass. True if one of them certainly does. */
function foreseeSystem(walk: Walk, name: string, own: [string, Transition][], place: Waypoint): boolean {
  const facts = factsAhead({ principal: ENGINE, stored: walk.around.stored }, place.belief)
  const verdicts = own.map(([, { guards }]) => evaluateAllAhead(guards, facts))
  if (!verdicts.includes(true) && !verdicts.includes(null)) return false
  goOn(walk, name, own, place)
  return verdicts.includes(true)
}

function goOn(walk: Walk, name: string, transitions: [string, Transition][], place: Waypoint): void {
  const { definition, stored } = walk.around
  const shown = stateName(definition, name)
  if (place.depth >= definition.maxChainDepth) {
    walk.stops.add(`at ${shown}: the limit of ${definition.maxChainDepth} automatic steps is reached`)
    return
  }
  const facts = factsAhead({ principal: ENGINE, stored }, place.belief)
  const candidates = transitions.map(([key, transition]) => ({
    key,
    transition,
    passes: evaluateAllAhead(transition.guards, facts),
  }))
  const certain = candidates.filter((candidate) => candidate.passes === true)
  const possible = candidates.filter((candidate) => candidate.passes !== false)
  if (possible.length === 0 || certain.length > 1) {
    const why = possible.length === 0 ? 'no automatic step passes its guards' : 'several automatic steps pass'
    walk.stops.add(`at ${shown}: ${why}, so the chain fails there`)
    return
  }
  for (const { key, transition, passes } of possible) {
    const alone = passes === true && possible.length === 1
    const must = passes === true ? 'no other step passes its guards' : 'its guards pass'
    takeStep(walk, name, key, transition, {
      ...place,
      condition: alone ? place.condition : `only if ${must} when it is reached`,
    })
  }
}

function takeStep(walk: Walk, state: string, key: string, transition: Transition, place: Waypoint): void {
  const title = transitionTitle(transition, key)
  const because = `runs by itself (actor ${transition.actor})`
  const { executor, reliability, gates } = transition
  if (!run(walk, { state, transition: key, title, executor, reliability, gates, because }, place)) return
  const belief = afterTransition(place.belief, transition, knownOutputOf(executor, {}))
  const targets = possibleTargets(
    transition,
    factsAhead({ principal: ENGINE, stored: walk.around.stored }, belief),
  )
  const { onFailure } = transition
  const mayFail = onFailure !== undefined && knownOutputOf(executor, {}) === null
  for (const target of targets) {
    const condition = leadsTo(targets, target, mayFail ? `only if ‘${title}’ succeeds` : place.condition)
    enter(walk, target, { ...place, belief, condition, depth: place.depth + 1 })
  }
  if (!mayFail) return
  const failed = afterTransition(place.belief, { ...transition, output: {} }, null)
  const condition = `only if ‘${title}’ fails`
  enter(walk, onFailure.target, { ...place, belief: failed, condition, depth: place.depth + 1 })
}

interface SimulatedStep extends DeclaredCall {
  state: string
  transition: string
  title: string
  because: string
  gates?: Gate[] | undefined
}

/** Adds the step; false if the way ends with it. */
function run(walk: Walk, step: SimulatedStep, place: Waypoint): boolean {
  const { definition, connections, gates } = walk.around
  const shown = stateName(definition, step.state)
  if (step.executor !== undefined && asksPerson(step.executor)) {
    const cannot = 'asks a person, which a step that runs by itself cannot do'
    walk.stops.add(`at ${shown}: ‘${step.title}’ ${cannot}, so the chain fails there`)
    return false
  }
  if (walk.steps.length >= MOST_STEPS) {
    walk.stops.add(`later than this shows: after ${MOST_STEPS} steps the preview ends`)
    return false
  }
  const { executor, reliability, approximate } = fillPlaceholders(step, place.belief)
  const resolved = resolvePlan(executor, reliability, place.belief.scope, connections)
  if (resolved.ok) walk.branches.note(executor, resolved.plan)
  const judge = simulateException(walk, place.belief, approximate)
  const weighed =
    resolved.ok && gates !== undefined ? evaluateGates(step.gates, resolved.plan, 0, gates, judge) : OPEN
  const condition = place.condition === null ? '' : `, ${place.condition}`
  const because = `${step.because}${condition}${whyUnasked(weighed)}`
  walk.steps.push({
    state: step.state,
    transition: step.transition,
    title: step.title,
    call: resolved.ok ? planText(resolved.plan) : null,
    because: `It ${because}.`,
    approximate: approximate || place.condition !== null,
  })
  if (!resolved.ok) {
    const why = isCertain(resolved, approximate)
      ? `‘${step.title}’ cannot run. ${sayUnable(definition, resolved).replace(/\.$/, '')}`
      : `whether ‘${step.title}’ can run depends on values that are not known yet`
    walk.stops.add(`at ${shown}: ${why}`)
    return false
  }
  const { standing, unsure } = weighed
  if (standing.length === 0) return true
  const maybe =
    unsure.length === standing.length
      ? ', unless its exception holds then; in that case it goes on by itself'
      : ''
  walk.stops.add(`at ${shown}: a person must approve ‘${step.title}’ before it runs${maybe}`)
  return false
}

const OPEN: GateVerdict = { standing: [], exempted: [], unsure: [] }

function whyUnasked({ standing, exempted }: GateVerdict): string {
  const [gate] = exempted
  if (gate?.except === undefined || standing.length > 0) return ''
  const { when, until } = gate.except
  return `, and nobody is asked until ${sayInUtc(until)} where ${when.map(describeGuard).join(' and ')}`
}

function simulateException({ around }: Walk, belief: KnownState, isApproximate: boolean): ExemptionTest {
  const { stored } = around
  return ({ when, until }, call) => {
    if (!isOpen(until, belief.scope.now) || !isForAsker(when, ENGINE.id)) return false
    const seen = { ...belief, scope: seeing(belief.scope, call) }
    const facts = factsAhead({ principal: ENGINE, stored }, seen)
    const verdict = evaluateAllAhead(when, facts)
    // The call itself may come out otherwise.
    return isApproximate ? null : verdict
  }
}

/** Where a transition may lead: the first branch that passes, or every one that a result may still choose. */
export function possibleTargets(transition: Transition, facts: GuardFacts): string[] {
  const targets = new Set<string>()
  for (const branch of transition.branches) {
    const passes = evaluateAhead(branch.when, facts)
    if (passes !== false) targets.add(branch.target)
    if (passes === true) return [...targets]
  }
  return [...targets.add(transition.target)]
}

function leadsTo(targets: string[], target: string, otherwise: string | null): string | null {
  return targets.length > 1 ? `only if the result leads to ‘${target}’` : otherwise
}

function stateName(definition: Definition, name: string): string {
  return `‘${stateOf(definition, name)?.title ?? name}’`
}

function whoGoesOn(state: State): string {
  const actors = Object.values(state.transitions).map((transition) => transition.actor)
  const who = [
    ...(actors.includes('agent') ? ['the agent'] : []),
    ...(actors.includes('human') ? ['a person'] : []),
  ]
  if (who.length === 0) return 'nobody can go on by hand'
  return actors.includes('agent') ? `${listWith('or', who)} goes on` : 'a person decides'
}

/** Which branches of groups no possible way runs. */
interface BranchNotes {
  /** A step on one of the ways, and what would run there. */
  note(executor: ExecutorDeclaration | undefined, plan: Plan): void
  /** Names that one way at least would have, and that none runs. */
  leftOut(): string[]
}

function createBranchNotes(): BranchNotes {
  const mayRun = new Map<string, boolean>()
  return {
    note(executor, { calls: [{ call }] }) {
      const inside = plansInside(call)
      for (const name of executor === undefined ? [] : Object.keys(branchesOf(executor))) {
        const runs = Object.hasOwn(inside, name)
        mayRun.set(name, runs || mayRun.get(name) === true)
      }
    },
    leftOut: () => [...mayRun].flatMap(([name, runs]) => (runs ? [] : [name])),
  }
}
