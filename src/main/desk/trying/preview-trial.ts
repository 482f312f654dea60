/**
 * What a call would do that a person is about to make, by the rules that then run it. Nothing runs, and nothing is
 * written. May import: gateway.ts (types), model, workflow.
 */
import { createHash } from 'node:crypto'
import type { TrialCall, TrialPreview } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { ResolvedCall } from '../../model/call.ts'
import type { Definition, Transition } from '../../model/definition.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import type { ResponseError } from '../../model/response.ts'
import type { Run } from '../../model/run.ts'
import { createRun, transitionOf } from '../../workflow/advance.ts'
import { evaluateTransition, guardRejection, schemaViolation } from '../../workflow/evaluate-transition.ts'
import {
  callsIn,
  executorsOf,
  hasEffect,
  startedFrom,
  throughOf,
  workflowRunBy,
} from '../../workflow/executors/executors.ts'
import { evaluateGuards } from '../../workflow/guards/guards.ts'
import { type PreviewRequest, previewTransition } from '../../workflow/preview/preview.ts'
import { simulate } from '../../workflow/preview/simulate.ts'
import { isSingleCall, proxyDefinition, readProxyInput } from '../../workflow/proxy.ts'
import { validateAgainst } from '../../workflow/schema/schema.ts'
import { startScope } from '../../workflow/scope.ts'
import { DeskFault } from '../fault.ts'
import { asksForProof } from '../people/proof.ts'
import { askedFirst, gatesNow } from '../rules/declared-rules.ts'
import { judgeOutcome, needsConfirmation } from '../rules/risk.ts'
import { loadDefinition } from '../runs/loaded-run.ts'

type Content = Omit<TrialPreview, 'hash' | 'needsProof' | 'hiddenFrom'> & {
  /** The item of the catalog that it begins; null: none. */
  tags: readonly string[] | null
  /** What else must not have moved. */
  basis: JsonValue
}

/** @throws DeskFault NOT_FOUND, NOT_ALLOWED for what only the inbox decides */
export async function previewTrial(
  gateway: Gateway,
  who: HumanPrincipal,
  call: TrialCall,
): Promise<TrialPreview> {
  const { tags, basis, ...content } = await previewContent(gateway, who, call)
  const clients = Object.entries(gateway.configuration().clients)
  const hiddenFrom =
    tags === null
      ? []
      : clients.filter(([, client]) => client.tags?.some((tag) => tags.includes(tag)) === false)
  const shown = {
    ...content,
    needsProof: asksForProof(gateway, [content]),
    hiddenFrom: hiddenFrom.map(([name]) => name),
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([call, shown, basis]))
    .digest('hex')
  return { ...shown, hash }
}

async function previewContent(gateway: Gateway, who: HumanPrincipal, call: TrialCall): Promise<Content> {
  if (call.tool === 'workflow.submit') return await previewSubmit(gateway, who, call.arguments)
  const { definitionId, input } = call.arguments
  if (!isSingleCall(definitionId)) return await previewStart(gateway, who, definitionId, input)
  const read = readProxyInput(input)
  const capability = read.kind === 'call' ? gateway.catalog.capability(read.capability) : null
  if (read.kind !== 'call' || capability === null)
    throw new DeskFault('NOT_FOUND', 'The catalog has no tool of this name.')
  const definition = proxyDefinition(capability)
  const run = newRun(gateway, who, definition)
  const stored = await gateway.runtime.facts({ run: null, definition })
  const move = { definition, run, stored, transition: capability.id, arguments: read.arguments }
  const { first, ...shown } = previewMove(gateway, who, move)
  const inner = first === null ? null : workflowRunBy(first)
  return { ...(inner === null ? shown : await previewRun(gateway, who, shown, inner)), tags: capability.tags }
}

/** What the orchestrator would run is what people want to know of it. */
async function previewRun(
  gateway: Gateway,
  who: HumanPrincipal,
  own: Content,
  { name, input, isRehearsal }: NonNullable<ReturnType<typeof workflowRunBy>>,
): Promise<Content> {
  if (gateway.catalog.workflow(name) === null) return own
  const begun = await previewStart(gateway, who, name, input)
  const { call, basis } = own
  const problems = own.problems.length > 0 ? own.problems : begun.problems
  const shown = { ...begun, call, problems, basis: [basis, begun.basis] }
  return isRehearsal ? { ...shown, writes: false, ...REHEARSED } : shown
}

const REHEARSED = { risk: 'low', riskReason: 'It only looks ahead: nothing runs.' } as const

type Move = Pick<PreviewRequest, 'definition' | 'run' | 'stored' | 'transition' | 'arguments'> & {
  expectedVersion?: number
}

async function previewSubmit(
  gateway: Gateway,
  who: HumanPrincipal,
  { workflowId, transition, ...rest }: Extract<TrialCall, { tool: 'workflow.submit' }>['arguments'],
): Promise<Content> {
  const run = await gateway.store.run(workflowId)
  const definition = run === null ? null : await loadDefinition(gateway, run, transition)
  if (run === null || definition === null)
    throw new DeskFault('NOT_FOUND', `There is no run ‘${workflowId}’.`)
  if (transitionOf(definition, run.state, transition)?.actor === 'human') {
    const message = 'This step is a decision. It is made in the inbox, where its card shows what is decided.'
    throw new DeskFault('NOT_ALLOWED', message)
  }
  const stored = await gateway.runtime.facts({ run, definition })
  const { first: _, ...shown } = previewMove(gateway, who, { ...rest, definition, run, stored, transition })
  return shown
}

/** One step of a run that is there, or of a session that would be made for it. */
function previewMove(
  gateway: Gateway,
  who: HumanPrincipal,
  move: Move,
): Content & { first: ResolvedCall | null } {
  const { definition, run, transition: name } = move
  const around = { connections: gateway.catalog, gates: gateway.catalog, now: gateway.clock.now() }
  const expectedVersion = move.expectedVersion ?? run.version
  const verdict = evaluateTransition({
    ...{ ...move, ...around, principal: who },
    request: { transition: name, arguments: move.arguments, expectedVersion },
  })
  const preview = previewTransition({ ...move, ...around, principal: who })
  const declared = transitionOf(definition, run.state, name)
  const calls = preview.plan?.calls.map(({ call }) => call) ?? []
  const judged = declared === null ? NOTHING_RUNS : judgeOutcome(definition, declared, [], 'It')
  const reads =
    declared?.risk === undefined && calls.some(hasEffect) && calls.every(gateway.catalog.isReadOnlyCall)
  const { risk, riskReason } = reads && preview.steps.length === 0 ? ONLY_READS : judged
  return {
    first: calls[0] ?? null,
    writes: risk !== 'low' || (!reads && calls.some(hasEffect)),
    risk,
    riskReason,
    confirm: declared !== null && needsConfirmation(declared, judged),
    call: preview.call,
    steps: preview.steps,
    // A single call stops where it began.
    stopsAt: isSingleCall(definition.id) ? '' : preview.stopsAt,
    asks: declared === null ? null : (askedFirst(declared, gatesNow(gateway))?.text ?? null),
    problems: verdict.kind === 'reject' ? problemsOf(verdict.error) : [],
    tags: null,
    basis: [run.id, expectedVersion, run.definitionHash, throughOf(gateway.catalog, calls.flatMap(callsIn))],
  }
}

const NOTHING_RUNS = { risk: 'low', riskReason: 'It itself runs nothing.' } as const
const ONLY_READS = {
  risk: 'low',
  riskReason: 'It only reads, as its accepted definition says.',
} as const

async function previewStart(
  gateway: Gateway,
  who: HumanPrincipal,
  id: string,
  given: JsonObject,
): Promise<Content> {
  const definition = gateway.catalog.workflow(id)
  if (definition === null) throw new DeskFault('NOT_FOUND', `The catalog has no workflow ‘${id}’.`)
  const checked = validateAgainst(definition.inputSchema, given)
  const scope = startScope(definition, checked.value, gateway.clock.now())
  const stored = await gateway.runtime.facts({ run: null, definition })
  const guards = evaluateGuards(definition.guards, { scope, principal: who, stored })
  const foreseen = simulate(
    { definition, stored, connections: gateway.catalog, gates: gateway.catalog },
    [definition.initialState],
    { scope, unknownKeys: new Set(), outputUnknown: false },
  )
  const { risk, riskReason } = judgeOutcome(definition, enter(definition), [], 'Starting it')
  const others = [...startedFrom(definition, gateway.catalog.workflow).values()]
  const all = [definition, ...others.filter((other) => other !== null)]
  return {
    writes: risk !== 'low',
    risk,
    riskReason,
    confirm: false,
    call: null,
    steps: foreseen.steps,
    stopsAt: `Stops ${foreseen.stops.join('; or ')}.`,
    asks: null,
    problems: [
      ...(guards.passed ? [] : problemsOf(guardRejection(undefined, guards.results))),
      ...(checked.violations.length === 0 ? [] : problemsOf(schemaViolation(undefined, checked.violations))),
    ],
    tags: definition.tags,
    basis: [all as unknown as JsonValue, throughOf(gateway.catalog, all.flatMap(executorsOf))],
  }
}

/** The beginning of a workflow as a step that leads to its first state. */
function enter({ initialState: target }: Definition): Transition {
  return { target, actor: 'agent', prefill: {}, guards: [], output: {}, branches: [] }
}

function newRun(gateway: Gateway, who: HumanPrincipal, definition: Definition): Run {
  return createRun({
    definition,
    definitionHash: '',
    ...{ id: '', owner: who.id, startedBy: who.id, input: {}, now: gateway.clock.now() },
  })
}

function problemsOf({ message, details }: ResponseError): TrialPreview['problems'] {
  const found = (Array.isArray(details) ? details : []).flatMap((detail) => {
    if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return []
    const { path, message: what, reason } = detail
    const said = what ?? reason
    return typeof said === 'string' ? [{ path: typeof path === 'string' ? path : '', message: said }] : []
  })
  return found.length > 0 ? found : [{ path: '', message }]
}
