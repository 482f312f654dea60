/** Runs: the list, one in detail, cancelling. */
import type { RunDetail, RunSummary, StepView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Actor, Definition } from '../../model/definition.ts'
import { isJsonObject } from '../../model/json.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { claimOf, isClosed, parkedOf, type Run, todoOf } from '../../model/run.ts'
import { stateOf, transitionOf } from '../../workflow/advance.ts'
import { traitsOf } from '../../workflow/traits.ts'
import { transitionTitle } from '../../workflow/wording/sentence.ts'
import { sayUnpersisted } from '../../workflow/wording/unpersisted-outcome.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { answersOfRun, withAnswers } from '../inbox/answered.ts'
import { gatesNow } from '../rules/asked-first.ts'
import { drawDiagram } from './diagram.ts'
import { loadDefinition, loadHistory, loadPending } from './loaded-run.ts'
import { describeRun, type RunFacts } from './run-view.ts'
import { describeEvent, titlesOf } from './timeline.ts'

const PAGE = 100

type InstanceFilter = Parameters<Gateway['store']['instances']>[0]

const VIEWS: Record<'all' | 'waiting' | 'running' | 'failed' | 'ended', InstanceFilter> = {
  all: {},
  waiting: { status: ['running'], attention: 'person' },
  running: { status: ['running'] },
  failed: { status: ['running'], attention: 'failed' },
  ended: { status: ['completed', 'timed_out', 'cancelled'] },
}

export function createRunHandlers({
  gateway,
}: {
  gateway: Gateway
}): Pick<Handlers, 'runs.list' | 'runs.get' | 'runs.cancel'> {
  return {
    async 'runs.list'(_session, { view = 'all', text, limit, cursor }) {
      const page = await gateway.store.instances(
        { ...VIEWS[view], workflowsOnly: true, ...(text === undefined ? {} : { text }) },
        { limit: limit ?? PAGE, ...(cursor === undefined ? {} : { cursor }) },
      )
      const items = await Promise.all(
        page.items.map(async (item) => describeRun(await loadFacts(gateway, item))),
      )
      return { items, total: page.total, nextCursor: page.nextCursor ?? null }
    },
    async 'runs.get'(session, { id }) {
      return await describeDetail(gateway, session.principal(), await findInstance(gateway, id))
    },
    async 'runs.cancel'(session, { id, reason }): Promise<RunSummary> {
      const before = await findInstance(gateway, id)
      if (before.status !== 'running') throw new DeskFault('REJECTED', 'This run has ended already.')
      const { response } = await gateway.runtime.cancel(session.principal(), { workflowId: id, reason })
      if (response.result.status !== 'cancelled') {
        throw new DeskFault('REJECTED', response.error?.message ?? 'The run could not be cancelled.')
      }
      return describeRun(await loadFacts(gateway, await findInstance(gateway, id)))
    },
  }
}

async function describeDetail(gateway: Gateway, who: HumanPrincipal, instance: Run): Promise<RunDetail> {
  const facts = await loadFacts(gateway, instance)
  const { definition, pending } = facts
  const history = await loadHistory(gateway, instance.id)
  const state = definition === null ? null : stateOf(definition, instance.state)
  const titles = titlesOf(definition)
  return {
    ...describeRun(facts),
    input: instance.input,
    context: instance.context,
    evidence: await gateway.store.evidence(instance.id),
    timeline: withAnswers(
      history.toReversed().map((event) => describeEvent(event, titles)),
      await answersOfRun(gateway, instance),
    ),
    diagram:
      definition === null
        ? { initial: instance.state, current: instance.state, states: [], transitions: [] }
        : drawDiagram(definition, instance.state, history, gatesNow(gateway)),
    deadlineAt: instance.deadlineAt,
    guidance: { goal: state?.goal ?? null, instructions: state?.guidance ?? null },
    moves: await listMoves(gateway, who, facts),
    failure:
      instance.failure === null
        ? null
        : {
            code: instance.failure.code,
            message: instance.failure.message,
            uncertain: instance.failure.uncertain === true,
          },
    unwritten: facts.unwritten === null ? null : sayUnpersisted(facts.unwritten),
    pendingItem: pending[0]?.id ?? null,
    endReason: instance.endReason,
    parent: await summarise(gateway, await findParent(gateway, instance)),
    children: await Promise.all(
      (await gateway.store.children(instance.id)).map(async (child) =>
        describeRun(await loadFacts(gateway, child)),
      ),
    ),
    steps: listSteps(definition, instance),
  }
}

/** What could be done next and why it can or cannot: the engine's own explanation, for this person. */
async function listMoves(
  gateway: Gateway,
  who: HumanPrincipal,
  facts: RunFacts,
): Promise<RunDetail['moves']> {
  const { instance, definition } = facts
  if (definition === null || !traitsOf(definition.id).isSequential) return []
  const { answer, isError } = await gateway.runtime.explain(who, { workflowId: instance.id })
  if (isError || !isJsonObject(answer.transitions)) return []
  return Object.entries(answer.transitions).flatMap(([name, move]) => {
    const transition = transitionOf(definition, instance.state, name)
    if (transition === null || !isJsonObject(move)) return []
    const actor: Actor = transition.actor
    const title = transitionTitle(transition, name)
    return [{ name, title, actor, allowed: move.allowed === true, because: String(move.because ?? '') }]
  })
}

async function loadFacts(gateway: Gateway, instance: Run): Promise<RunFacts> {
  const [definition, pending] = await Promise.all([
    loadDefinition(gateway, instance, null),
    instance.status === 'running' ? loadPending(gateway, instance.id) : [],
  ])
  const { unwritten, pauses } = gateway.runtime
  const { id } = instance
  return { instance, definition, pending, unwritten: unwritten.of(id), pauses: pauses.of(id) }
}

async function findParent(gateway: Pick<Gateway, 'store'>, { parent }: Run): Promise<Run | null> {
  return parent === null ? null : await gateway.store.instance(parent.workflowId)
}

async function summarise(gateway: Gateway, instance: Run | null): Promise<RunSummary | null> {
  return instance === null ? null : describeRun(await loadFacts(gateway, instance))
}

async function findInstance(gateway: Pick<Gateway, 'store'>, id: string): Promise<Run> {
  const instance = await gateway.store.instance(id)
  if (instance === null) throw new DeskFault('NOT_FOUND', `There is no run ‘${id}’.`)
  return instance
}

/** How far the steps of a `steps:` workflow are. */
const STATUSES: readonly string[] = ['success', 'failed', 'skipped', 'refused', 'aborted']

/** In the order of their declaration; empty for a workflow that is declared with states. */
function listSteps(definition: Definition | null, instance: Run): StepView[] {
  const declared = new Map<string, { title: string; member: boolean }>()
  for (const state of Object.values(definition?.states ?? {})) {
    for (const transition of Object.values(state.transitions)) {
      const { step } = transition
      if (step === undefined) continue
      const title = transitionTitle(transition, step.name)
      if (!declared.has(step.name) || step.as === 'success') declared.set(step.name, { title, member: false })
      for (const member of step.members)
        declared.set(member, { title: transitionTitle(null, member), member: true })
    }
  }
  const recorded = isJsonObject(instance.context.steps) ? instance.context.steps : {}
  return [...declared].map(([name, { title, member }]) => {
    const record = isJsonObject(recorded[name]) ? recorded[name] : {}
    const status = statusOf(name, record.status, instance)
    const ended = STATUSES.includes(status) && typeof record.duration === 'number'
    return { name, title, member, status, duration: ended ? Number(record.duration) : null }
  })
}

function statusOf(name: string, recorded: unknown, instance: Run): StepView['status'] {
  if (typeof recorded === 'string' && STATUSES.includes(recorded)) return recorded as StepView['status']
  if (isClosed(instance)) return 'pending'
  if (claimOf(instance)?.transition === name || parkedOf(instance)?.transition === name) return 'running'
  if (instance.failure?.transition === name) return 'failed'
  return instance.state === name && todoOf(instance) === null ? 'waiting' : 'pending'
}
