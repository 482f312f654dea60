/** Runs: the list, one in detail, cancelling. */
import type { RunDetail, RunSummary } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import { type Actor, PROXY_DEFINITION } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import { isJsonObject } from '../model/json.ts'
import type { HumanPrincipal } from '../model/principal.ts'
import { drawDiagram } from './diagram.ts'
import type { Handlers } from './dispatch.ts'
import { DeskFault } from './fault.ts'
import { findState, findTransition, loadDefinition, loadHistory, loadPending } from './loaded-run.ts'
import type { DeskRules } from './rules.ts'
import { describeRun, type RunFacts } from './run-view.ts'
import { describeEvent, titlesOf } from './timeline.ts'

const PAGE = 100

type Source = { gateway: Gateway; rules: DeskRules }
type InstanceFilter = Parameters<Gateway['store']['instances']>[0]

const VIEWS: Record<'all' | 'waiting' | 'running' | 'failed' | 'ended', InstanceFilter> = {
  all: {},
  waiting: { status: ['running'], attention: 'person' },
  running: { status: ['running'] },
  failed: { status: ['running'], attention: 'failed' },
  ended: { status: ['completed', 'timed_out', 'cancelled'] },
}

export function createRunHandlers(source: Source): Pick<Handlers, 'runs.list' | 'runs.get' | 'runs.cancel'> {
  const { gateway, rules } = source
  return {
    async 'runs.list'(_session, { view = 'all', text, limit, cursor }) {
      const page = await gateway.store.instances(
        { ...VIEWS[view], workflowsOnly: true, ...(text === undefined ? {} : { text }) },
        { limit: limit ?? PAGE, ...(cursor === undefined ? {} : { cursor }) },
      )
      const items = await Promise.all(
        page.items.map(async (item) => describeRun(rules, await loadFacts(source, item))),
      )
      return { items, total: page.total, nextCursor: page.nextCursor ?? null }
    },
    async 'runs.get'(session, { id }) {
      return await describeDetail(source, session.principal(), await findInstance(gateway, id))
    },
    async 'runs.cancel'(session, { id, reason }): Promise<RunSummary> {
      const before = await findInstance(gateway, id)
      if (before.status !== 'running') throw new DeskFault('REJECTED', 'This run has ended already.')
      const { response } = await gateway.runtime.cancel(session.principal(), { workflowId: id, reason })
      if (response.result.status !== 'cancelled') {
        throw new DeskFault('REJECTED', response.error?.message ?? 'The run could not be cancelled.')
      }
      return describeRun(rules, await loadFacts(source, await findInstance(gateway, id)))
    },
  }
}

async function describeDetail(source: Source, who: HumanPrincipal, instance: Instance): Promise<RunDetail> {
  const { gateway, rules } = source
  const facts = await loadFacts(source, instance)
  const { definition, pending } = facts
  const history = await loadHistory(gateway, instance.id)
  const state = definition === null ? null : findState(definition, instance.state)
  const titles = titlesOf(rules, definition)
  return {
    ...describeRun(rules, facts),
    input: instance.input,
    context: instance.context,
    evidence: await gateway.store.evidence(instance.id),
    timeline: history.toReversed().map((event) => describeEvent(event, titles)),
    diagram:
      definition === null
        ? { initial: instance.state, current: instance.state, states: [], transitions: [] }
        : drawDiagram(rules, definition, instance.state, history),
    deadlineAt: instance.deadlineAt,
    guidance: { goal: state?.goal ?? null, instructions: state?.guidance ?? null },
    moves: await listMoves(source, who, facts),
    failure:
      instance.failure === null ? null : { code: instance.failure.code, message: instance.failure.message },
    pendingItem: pending[0]?.id ?? null,
    endReason: instance.endReason,
  }
}

/** What could be done next and why it can or cannot: the engine's own explanation, for this person. */
async function listMoves(
  { gateway, rules }: Source,
  who: HumanPrincipal,
  facts: RunFacts,
): Promise<RunDetail['moves']> {
  const { instance, definition } = facts
  if (definition === null || definition.id === PROXY_DEFINITION) return []
  const { answer, isError } = await gateway.runtime.explain(who, { workflowId: instance.id })
  if (isError || !isJsonObject(answer.transitions)) return []
  return Object.entries(answer.transitions).flatMap(([name, move]) => {
    const transition = findTransition(definition, instance.state, name)
    if (transition === null || !isJsonObject(move)) return []
    const actor: Actor = transition.actor
    const title = rules.transitionTitle(transition, name)
    return [{ name, title, actor, allowed: move.allowed === true, because: String(move.because ?? '') }]
  })
}

async function loadFacts(source: Source, instance: Instance): Promise<RunFacts> {
  const [definition, pending] = await Promise.all([
    loadDefinition(source, instance, null),
    instance.status === 'running' ? loadPending(source.gateway, instance.id) : [],
  ])
  return { instance, definition, pending }
}

async function findInstance(gateway: Pick<Gateway, 'store'>, id: string): Promise<Instance> {
  const instance = await gateway.store.instance(id)
  if (instance === null) throw new DeskFault('NOT_FOUND', `There is no run ‘${id}’.`)
  return instance
}
