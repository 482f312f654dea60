/** Agents that start, submit, wait, repeat and give up; people who decide, refuse, edit, come late and cancel. */
import type { AuditEventType } from '../../src/main/model/audit-event.ts'
import type {
  ClientDeclaration,
  Declarations,
  PersonDeclaration,
} from '../../src/main/model/configuration.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import { isJsonObject, type JsonObject, present } from '../../src/main/model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../src/main/model/principal.ts'
import type { WorkflowAnswer } from '../../src/main/model/response.ts'
import { isInterrupted } from '../../src/main/model/run.ts'
import { proposedArguments } from '../../src/main/runtime/items/review-held.ts'
import type { Store } from '../../src/main/runtime/ports.ts'
import type { DecideRequest, Runtime } from '../../src/main/runtime/runtime.ts'
import { contentOf } from '../support/items.ts'
import type { Random } from '../support/random.ts'
import { READS } from './invariants.ts'

export interface Stage {
  runtime: Runtime
  durable: Store
  random: Random
  /** Who is declared at this moment. */
  people(): Record<string, PersonDeclaration>
  clients(): Record<string, ClientDeclaration>
  /** By which declarations they are. */
  declarations(): Declarations
  /** Ids that the agents have heard of. */
  known: Set<string>
  /** Calls that their clients may still cancel. */
  calls: Set<AbortController>
  fail(message: string): void
}

const AGENTS = [
  ['ada', 'local'],
  ['bob', 'robot'],
  ['eve', 'robot'],
] as const
const DEFINITIONS = [
  'review',
  'pipeline',
  'order',
  'stubborn',
  'parent',
  'guardian',
  'guardian',
  'asker',
  'listed',
]
const CAPABILITIES = ['plain.look', 'plain.write', 'gated.write', 'double.write', 'grave.write']

function agentsOf({ clients, declarations }: Pick<Stage, 'clients' | 'declarations'>): AgentPrincipal[] {
  return AGENTS.map(([name, client]) => {
    const { roles = [], permissions = [], sees = 'all' } = clients()[client] ?? {}
    const rights = {
      roles,
      permissions,
      tags: null,
      sees,
      ...present({ declared: declarations().clients[client] }),
    }
    return { kind: 'agent', id: `agent:${name}`, client, label: name, ...rights }
  })
}

function someAgent(stage: Stage): AgentPrincipal {
  return stage.random.pick(agentsOf(stage))
}

function somebody({ random, people, declarations }: Stage): HumanPrincipal {
  const [name, { roles, permissions }] = random.pick(Object.entries(people()))
  const rights = { roles, permissions, ...present({ declared: declarations().people[name] }) }
  return { kind: 'human', id: `human:${name}`, name, session: `se_${name}`, ...rights }
}

/** One action of somebody; ends when they have their answer. */
export async function act(stage: Stage): Promise<void> {
  const { random } = stage
  if (random.chance(0.3) && (await repeatCutOff(stage))) return
  if (random.chance(0.1) && (await repeatAsked(stage))) return
  if (random.chance(0.45)) return await decideSomething(stage)
  if (random.chance(0.1)) return await decideTogether(stage)
  if (random.chance(0.15)) return await undoSomething(stage)
  if (random.chance(0.08)) return await cancelSomething(stage)
  if (random.chance(0.15) && stage.calls.size > 0) return giveUp(stage)
  if (stage.known.size === 0 || random.chance(0.3)) return await startSomething(stage)
  return random.chance(0.25) ? await waitForSomething(stage) : await submitSomething(stage)
}

async function startSomething(stage: Stage): Promise<void> {
  const { random, runtime } = stage
  const who = someAgent(stage)
  const call = random.chance(0.4)
  const input = { capability: random.pick(CAPABILITIES), arguments: { n: random.below(3) } }
  const request = call
    ? { definitionId: 'proxy_default', input }
    : { definitionId: random.pick(DEFINITIONS), input: {} }
  const given = await runtime.start(who, request, { signal: patience(stage) })
  await heard(stage, given)
  if (call && given.response.result?.status === 'executed') await isTold(stage, given)
}

/** Whoever had no answer to a single call makes it again: it does not begin while nobody knows whether it has happened. */
async function repeatCutOff(stage: Stage): Promise<boolean> {
  const { random, runtime, durable } = stage
  const { items } = await durable.approvals(
    { definitionId: 'proxy_default', kind: ['interrupted'], status: ['pending'] },
    { limit: 100 },
  )
  if (items.length === 0) return false
  const { id, workflowId, step, requestedBy, requesterRights } = random.pick(items)
  const who = agentsOf(stage).find((agent) => agent.id === requestedBy)
  if (who === undefined || who.declared !== requesterRights.declared) return false
  const input = { capability: step.transition, arguments: step.arguments }
  const given = await runtime.start(who, { definitionId: 'proxy_default', input })
  await heard(stage, given)
  const begun = given.response.workflowId ?? workflowId
  // It is answered with another one that was cut off, too, where two of them were alike; what only reads may be read again.
  const told = await durable.run(begun)
  const isNew = told !== null && !isInterrupted(told) && step.transition !== READS
  if (begun !== workflowId && isNew && (await durable.approval(id))?.status === 'pending')
    stage.fail(`${begun} began again what ${id} asks about: whether it has happened.`)
  return true
}

/** Whoever waits for people asks for the same once more: nothing of it may run meanwhile, as the invariants know. */
async function repeatAsked(stage: Stage): Promise<boolean> {
  const { random, runtime, durable } = stage
  const { items } = await durable.approvals({ kind: ['gate'], status: ['pending'] }, { limit: 100 })
  const asked = items.flatMap((item) => (item.kind === 'gate' && item.step.kind === 'transition' ? item : []))
  if (asked.length === 0) return false
  const { workflowId, definitionId, version, step, requestedBy, requesterRights } = random.pick(asked)
  const who = agentsOf(stage).find(({ id }) => id === requestedBy)
  if (who === undefined || who.declared !== requesterRights.declared) return false
  const { transition, arguments: given } = step
  const isNew = definitionId === 'proxy_default' && random.chance(0.5)
  const input = { capability: transition, arguments: given }
  const call = { workflowId, expectedVersion: version, transition, arguments: given }
  await heard(
    stage,
    isNew ? await runtime.start(who, { definitionId, input }) : await runtime.submit(who, call),
  )
  return true
}

/** What was answered as done is in the log, as begun and as done, be it by the word of a person. */
async function isTold({ durable, fail }: Stage, { response }: WorkflowAnswer): Promise<void> {
  const { workflowId = '' } = response
  const eventTypes: AuditEventType[] = ['executor.started', 'executor.succeeded', 'workflow.interrupted']
  const { total } = await durable.audit({ workflowId, eventTypes }, { limit: 10 })
  if (total < 2) fail(`${workflowId} was answered as executed, and the log does not say so.`)
}

async function submitSomething(stage: Stage): Promise<void> {
  const { random, runtime } = stage
  const who = someAgent(stage)
  const { response } = await runtime.get(who, { workflowId: random.pick([...stage.known]) })
  const links = response.links.filter((link) => link.method === 'workflow.submit')
  const { state, version, definitionId } = response
  // Calls of one session stand side by side, and none is offered.
  if (definitionId === 'proxy_default' && version !== undefined && random.chance(0.7)) {
    const { workflowId = '' } = response
    const answers = Array.from({ length: 1 + random.below(3) }, () => {
      const call = { transition: random.pick(CAPABILITIES), arguments: { n: random.below(3) } }
      const request = { workflowId, expectedVersion: version, ...call }
      return runtime.submit(who, request, { signal: patience(stage) })
    })
    for (const given of await Promise.all(answers)) await heard(stage, given)
    return
  }
  // Nothing is offered while its `onEnter` waits, and yet somebody may go on by hand.
  if (state === 'checked' && links.length === 0 && version !== undefined) {
    const { workflowId = '' } = response
    const transition = random.pick(['jump', 'leap', 'hop'])
    const request = { workflowId, expectedVersion: version, transition, arguments: {} }
    return await heard(stage, await runtime.submit(who, request, { signal: patience(stage) }))
  }
  if (links.length === 0 || random.chance(0.03)) return await submitStale(stage, who, response)
  const { args } = random.pick(links)
  const expectedVersion = Number(args.expectedVersion) - (random.chance(0.05) ? 1 : 0)
  const given = isJsonObject(args.arguments ?? null) ? (args.arguments as JsonObject) : {}
  const request = {
    workflowId: String(args.workflowId),
    expectedVersion,
    transition: String(args.transition),
    arguments: {
      ...given,
      ...(args.transition === 'submit_draft' ? { content: `draft ${random.below(3)}` } : {}),
    },
  }
  const times = random.chance(0.2) ? 3 : 1
  const answers = Array.from({ length: times }, () =>
    runtime.submit(who, request, { signal: patience(stage) }),
  )
  for (const given of await Promise.all(answers)) await heard(stage, given)
}

/** What it may have read long ago, or never, also when everything is over: nothing of it may run. */
async function submitStale(
  stage: Stage,
  who: AgentPrincipal,
  { workflowId = '', version }: WorkflowAnswer['response'],
): Promise<void> {
  const { random, runtime, durable } = stage
  const before = await durable.run(workflowId)
  const expectedVersion = Math.max(0, (version ?? 1) - 1 - random.below(2))
  const transition = random.pick(['submit_draft', 'approve', 'build', 'run', 'gated.write', 'leave'])
  const request = { workflowId, expectedVersion, transition, arguments: {} }
  const { response } = await runtime.submit(who, request, { signal: patience(stage) })
  if (response.error?.code !== 'STALE_WORKFLOW_VERSION' || before === null) return
  const filter = { workflowId, actor: who.id, eventTypes: ['transition.rejected' as const] }
  const { items } = await durable.audit(filter, { limit: 50 })
  const isTold = items.some(
    ({ payload }) => payload.code === 'STALE_WORKFLOW_VERSION' && payload.transition === transition,
  )
  if (!isTold) stage.fail(`A stale ‘${transition}’ of ${workflowId} was rejected, and nothing says so.`)
}

async function waitForSomething(stage: Stage): Promise<void> {
  const { random, runtime } = stage
  const request = { workflowId: random.pick([...stage.known]), waitMs: random.pick([0, 5000, 55_000]) }
  await heard(stage, await runtime.get(someAgent(stage), request))
}

/** What was answered is durable: the row is at least as far. */
async function heard(stage: Stage, { response }: WorkflowAnswer): Promise<void> {
  const { workflowId, version } = response
  if (workflowId === undefined || version === undefined) return
  stage.known.add(workflowId)
  const stored = await stage.durable.run(workflowId)
  if (stored === null || stored.version < version) {
    stage.fail(
      `${workflowId} was answered at version ${version} and is stored at ${stored?.version ?? 'none'}.`,
    )
  }
}

/** Now and then a client gives up at once, or later. */
function patience({ random, calls }: Stage): AbortSignal {
  const controller = new AbortController()
  if (random.chance(0.05)) controller.abort(CANCELLED)
  else if (random.chance(0.3)) calls.add(controller)
  return controller.signal
}

const CANCELLED = new Error('The client cancelled.')

/** Whatever the call that it has made waits for by now, or runs; it may be answered long since. */
function giveUp({ random, calls }: Stage): void {
  const controller = random.pick([...calls].slice(-4))
  calls.delete(controller)
  controller.abort(CANCELLED)
}

export async function decideSomething(stage: Stage, willing = false): Promise<void> {
  const { random, durable } = stage
  // Now and then somebody presses on an old card.
  const isOld = !willing && random.chance(0.05)
  const { items } = await durable.approvals(
    { status: isOld ? ['approved', 'refused', 'expired', 'withdrawn'] : ['pending'] },
    { limit: 50 },
  )
  if (items.length === 0) return
  if (isOld) await decideOld(stage, random.pick(items))
  else await decide(stage, random.pick(items), willing)
}

/** What has ended stays as it is, whatever is pressed. */
async function decideOld(stage: Stage, { id: approvalId, decision }: InboxItem): Promise<void> {
  const { random, runtime, durable, fail } = stage
  const outcome = random.pick(['approve', 'refuse', 'happened'])
  const hash = decision?.seen ?? 'stale'
  const request = { approvalId, outcome, arguments: {}, comment: 'too late', hash }
  const result = await runtime.decide(somebody(stage), request)
  if (result.kind === 'decided' || result.kind === 'scheduled')
    fail(`${approvalId} had ended, and was decided again.`)
  const stored = await durable.approval(approvalId)
  if (stored?.decision?.comment === 'too late') fail(`A press on ${approvalId}, which had ended, was stored.`)
}

async function decide(stage: Stage, item: InboxItem, willing: boolean): Promise<void> {
  await (await look(stage, somebody(stage), item, willing))?.()
}

/** All are looked at before one is decided, as the desk does it: by then some are not what they were. */
async function decideTogether(stage: Stage): Promise<void> {
  const { items } = await stage.durable.approvals({ status: ['pending'] }, { limit: 50 })
  const who = somebody(stage)
  const presses = await Promise.all(items.slice(-4).map((item) => look(stage, who, item, false)))
  await Promise.all(presses.map((press) => press?.()))
}

/** What presses it as it was seen; nothing: it could not be shown. */
async function look(
  stage: Stage,
  who: HumanPrincipal,
  item: InboxItem,
  willing: boolean,
): Promise<(() => Promise<void>) | undefined> {
  const { random, runtime } = stage
  const outcome = random.pick(outcomesOf(item, willing))
  const held = item.kind === 'gate' || item.kind === 'executor'
  const proposed = held ? proposedArguments(item) : {}
  const edits = !willing && item.kind === 'gate' && random.chance(0.15) && Object.keys(proposed).length > 0
  const args = edits ? { ...proposed, n: 7 } : proposed
  const preview = await runtime.previewDecision(who, { approvalId: item.id, outcome, arguments: args })
  if (preview === null) {
    stage.fail(`${item.id} is pending and cannot be shown.`)
    return undefined
  }
  const hash = random.chance(0.03) ? 'stale' : preview.hash
  const request = { approvalId: item.id, outcome, arguments: args, comment: 'so be it', hash }
  return () => press(stage, who, request)
}

async function press(stage: Stage, who: HumanPrincipal, request: DecideRequest): Promise<void> {
  const { runtime, durable } = stage
  const { approvalId: id, hash } = request
  const result = await runtime.decide(who, request)
  if (hash === 'stale' && ['decided', 'scheduled', 'voted'].includes(result.kind))
    stage.fail(`${id} was decided with a hash that nobody saw.`)
  if (result.kind !== 'decided' && result.kind !== 'scheduled') return
  const stored = await durable.approval(id)
  const counted = contentOf(stored).held?.votes.some((vote) => vote.by === who.id) === true
  // Since then it may have been taken back.
  if (stored?.decision === null && !counted && stored.returned === undefined)
    stage.fail(`The decision on ${id} was answered and is not stored.`)
}

async function undoSomething(stage: Stage): Promise<void> {
  const { random, durable, runtime } = stage
  const { items } = await durable.approvals({ status: ['scheduled'] }, { limit: 50 })
  if (items.length === 0) return
  const { id, revision } = random.pick(items)
  const result = await runtime.undo(somebody(stage), { approvalId: id })
  if (result.kind !== 'undone') return
  const stored = await durable.approval(id)
  if (stored === null || stored.revision <= revision)
    return stage.fail(`${id} was taken back and it is not stored.`)
  // Decided anew at once, perhaps while the earlier decision was about to run.
  if (stored.status === 'pending' && random.chance(0.5)) await decide(stage, stored, true)
}

/** What people can choose, by state; see workspace.yaml. */
const CHOICES: Record<string, string[]> = {
  in_review: ['approve', 'request_changes'],
  after: ['close', 'sink'],
  judged: ['yes', 'no'],
}

function outcomesOf(item: InboxItem, willing: boolean): string[] {
  if (item.kind === 'interrupted') return ['happened', 'did_not_happen', 'cancel']
  if (item.kind === 'transition') return CHOICES[item.state] ?? []
  return willing ? ['approve'] : ['approve', 'approve', 'refuse']
}

async function cancelSomething(stage: Stage): Promise<void> {
  const { random, runtime } = stage
  if (stage.known.size === 0) return
  await runtime.cancel(somebody(stage), { workflowId: random.pick([...stage.known]), reason: 'enough' })
}
