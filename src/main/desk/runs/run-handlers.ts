/** Runs: the list, one in detail, cancelling. */
import { isDeepStrictEqual } from 'node:util'
import type { RunDetail, RunSummary, StepView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Actor, Definition } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { claimOf, isClosed, parkedOf, type Run, todoOf } from '../../model/run.ts'
import { pause } from '../../system/slices.ts'
import { stateOf, transitionOf } from '../../workflow/advance.ts'
import { isChoice } from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { prefillOf } from '../../workflow/respond.ts'
import { sayUnpersisted } from '../../workflow/wording/pause.ts'
import { transitionTitle } from '../../workflow/wording/sentence.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { answersOfRun, withAnswers } from '../inbox/answered.ts'
import { closedBecause, listedSentence, loadAbout, sentenceOf } from '../items/items.ts'
import { pageFrom, pageOf } from '../pages.ts'
import { gatesNow } from '../rules/declared-rules.ts'
import { drawDiagram } from './diagram.ts'
import { loadDefinition, loadHistory, loadPending } from './loaded-run.ts'
import { describeRun, type RunFacts } from './run-view.ts'
import { describeEvent, titlesOf } from './timeline.ts'

const PAGE = 100

type RunFilter = Parameters<Gateway['store']['runs']>[0]

const VIEWS: Record<'all' | 'waiting' | 'running' | 'failed' | 'ended', RunFilter> = {
  all: {},
  waiting: { status: ['running'], attention: 'person' },
  running: { status: ['running'] },
  failed: { status: ['running'], attention: 'failed' },
  ended: { status: ['completed', 'timed_out', 'cancelled'] },
}

export function createRunHandlers({ gateway }: { gateway: Gateway }): HandlersOf<'runs'> {
  return {
    async 'runs.list'(_session, { view = 'all', text, limit, cursor }) {
      // Single calls are many, and hide what runs; whoever looks for something finds them too.
      const meant = text ? { text } : { workflowsOnly: true }
      const page = await gateway.store.runs({ ...VIEWS[view], ...meant }, pageFrom(limit ?? PAGE, cursor))
      return pageOf(page, await describeRuns(gateway, page.items))
    },
    async 'runs.get'(session, { id }) {
      return await describeDetail(gateway, session.principal(), await findRun(gateway, id))
    },
    async 'runs.cancel'(session, { id, reason }): Promise<RunSummary> {
      const before = await findRun(gateway, id)
      if (before.status !== 'running') throw new DeskFault('REJECTED', 'This run has ended already.')
      const { response } = await gateway.runtime.cancel(session.principal(), { workflowId: id, reason })
      if (response.result.status !== 'cancelled') {
        throw new DeskFault('REJECTED', response.error?.message ?? 'The run could not be cancelled.')
      }
      return describeRun(await loadFacts(gateway, await findRun(gateway, id)))
    },
  }
}

async function describeDetail(gateway: Gateway, who: HumanPrincipal, run: Run): Promise<RunDetail> {
  const facts = await loadFacts(gateway, run)
  const { definition, pending } = facts
  const { events: history, isPartial } = await loadHistory(gateway, run.id)
  const state = definition === null ? null : stateOf(definition, run.state)
  const titles = titlesOf(definition)
  return {
    ...describeRun(facts),
    input: run.input,
    context: run.context,
    evidence: await gateway.store.evidence(run.id),
    timeline: withAnswers(
      history.toReversed().map((event) => describeEvent(event, titles)),
      await answersOfRun(gateway, run),
    ),
    diagram:
      definition === null
        ? { initial: run.state, current: run.state, states: [], transitions: [] }
        : drawDiagram(definition, run.state, history, gatesNow(gateway)),
    deadlineAt: run.deadlineAt,
    guidance: { goal: state?.goal ?? null, instructions: state?.guidance ?? null },
    moves: await listMoves(gateway, who, facts),
    failure:
      run.failure === null
        ? null
        : {
            code: run.failure.code,
            message: run.failure.message,
            uncertain: run.failure.uncertain === true,
          },
    unwritten: facts.unwritten === null ? null : sayUnpersisted(facts.unwritten),
    ...(await describeOpen(gateway, pending)),
    endReason: run.endReason,
    parent: await summarise(gateway, await findParent(gateway, run)),
    children: await describeRuns(gateway, await gateway.store.children(run.id)),
    steps: listSteps(definition, run),
    again: againOf(gateway, run, definition),
    ...(isPartial ? { isPartial: true as const } : {}),
  }
}

/** What waits for a person, else what was decided and is still to run. */
async function describeOpen(
  gateway: Gateway,
  pending: readonly InboxItem[],
): Promise<Pick<RunDetail, 'pendingItem' | 'decided'>> {
  const item = pending.find(({ status }) => status === 'pending') ?? pending[0]
  if (item === undefined) return { pendingItem: null, decided: null }
  const decided = item.status === 'pending' ? null : closedBecause(item, await loadAbout(gateway, item))
  return { pendingItem: item.id, decided }
}

async function describeRuns(gateway: Gateway, runs: readonly Run[]): Promise<RunSummary[]> {
  const described: RunSummary[] = []
  for (const run of runs) {
    described.push(describeRun(await loadFacts(gateway, run)))
    await pause()
  }
  return described
}

/** Another run like it would go by what is in force now. */
function againOf(
  { catalog }: Pick<Gateway, 'catalog'>,
  { definitionId, input }: Run,
  pinned: Definition | null,
): RunDetail['again'] {
  const current = catalog.workflow(definitionId)
  if (current === null || isSingleCall(definitionId)) return null
  const [before, after] = [pinned, current].map((each) => JSON.parse(JSON.stringify(each)) as unknown)
  return { input, changed: !isDeepStrictEqual(before, after), schema: current.inputSchema ?? null }
}

/** What could be done next and why it can or cannot: the engine's own explanation, for this person. */
/** How, and until when it can be taken back, stands once on the page. */
const DECIDED = 'A person has decided already. It has not run yet.'

async function listMoves(
  gateway: Gateway,
  who: HumanPrincipal,
  { run, definition, pending }: RunFacts,
): Promise<RunDetail['moves']> {
  if (definition === null || isSingleCall(definition.id)) return []
  const { answer, isError } = await gateway.runtime.explain(who, { workflowId: run.id })
  if (isError || !isJsonObject(answer.transitions)) return []
  const isChosen = pending.some((item) => isChoice(item) && item.status === 'scheduled')
  return Object.entries(answer.transitions).flatMap(([name, move]) => {
    const transition = transitionOf(definition, run.state, name)
    if (transition === null || !isJsonObject(move)) return []
    const actor: Actor = transition.actor
    const title = transitionTitle(transition, name)
    const isDecided = actor === 'human' && isChosen
    const allowed = move.allowed === true && !isDecided
    const because = isDecided ? DECIDED : String(move.because ?? '')
    const form = { schema: transition.inputSchema ?? null, arguments: prefillOf(run, transition) }
    return [
      {
        ...{ name, title, actor, allowed, because },
        form: actor === 'agent' || (actor === 'deterministic' && allowed) ? form : null,
      },
    ]
  })
}

async function loadFacts(gateway: Gateway, run: Run): Promise<RunFacts> {
  const [definition, pending] = await Promise.all([
    loadDefinition(gateway, run, null),
    run.status === 'running' ? loadPending(gateway, run.id) : [],
  ])
  const { unwritten, pauses, takenBack } = gateway.runtime
  const undoUnsaved = pending.some((item) => takenBack.unsaved(item) !== null)
  const { id } = run
  const [first] = pending
  const sentence =
    first === undefined ? null : listedSentence(sentenceOf(first, await loadAbout(gateway, first)))
  const called = first === undefined ? await findCalled(gateway, run) : null
  return {
    ...{ run, definition, pending, undoUnsaved, sentence, called },
    ...{ unwritten: unwritten.of(id), pauses: pauses.of(id) },
  }
}

/** With what the newest single call was made. */
async function findCalled(gateway: Pick<Gateway, 'store'>, run: Run): Promise<JsonObject | null> {
  if (!isSingleCall(run.definitionId)) return null
  const asked = { workflowId: run.id, eventTypes: ['transition.requested' as const] }
  const [newest] = (await gateway.store.audit(asked, { limit: 1, uncounted: true })).items
  const args = newest?.payload.arguments
  return args !== undefined && isJsonObject(args) ? args : null
}

async function findParent(gateway: Pick<Gateway, 'store'>, { parent }: Run): Promise<Run | null> {
  return parent === null ? null : await gateway.store.run(parent.workflowId)
}

async function summarise(gateway: Gateway, run: Run | null): Promise<RunSummary | null> {
  return run === null ? null : describeRun(await loadFacts(gateway, run))
}

async function findRun(gateway: Pick<Gateway, 'store'>, id: string): Promise<Run> {
  const run = await gateway.store.run(id)
  if (run === null) throw new DeskFault('NOT_FOUND', `There is no run ‘${id}’.`)
  return run
}

/** How far the steps of a `steps:` workflow are. */
const STATUSES: readonly string[] = ['success', 'failed', 'skipped', 'refused', 'aborted']

/** In the order of their declaration; empty for a workflow that is declared with states. */
function listSteps(definition: Definition | null, run: Run): StepView[] {
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
  const recorded = isJsonObject(run.context.steps) ? run.context.steps : {}
  return [...declared].map(([name, { title, member }]) => {
    const record = isJsonObject(recorded[name]) ? recorded[name] : {}
    const status = statusOf(name, record.status, run)
    const ended = STATUSES.includes(status) && typeof record.duration === 'number'
    return { name, title, member, status, duration: ended ? Number(record.duration) : null }
  })
}

function statusOf(name: string, recorded: unknown, run: Run): StepView['status'] {
  if (typeof recorded === 'string' && STATUSES.includes(recorded)) return recorded as StepView['status']
  if (isClosed(run)) return 'pending'
  if (claimOf(run)?.transition === name || parkedOf(run)?.transition === name) return 'running'
  if (run.failure?.transition === name) return run.failure.code === 'APPROVAL_DENIED' ? 'refused' : 'failed'
  return run.state === name && todoOf(run) === null ? 'waiting' : 'pending'
}
