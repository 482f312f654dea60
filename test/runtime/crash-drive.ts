/**
 * A workspace that comes past every durable step, and somebody who drives it from wherever it stands to its end:
 * an agent that submits, and people who say of what was cut off exactly what the service outside has seen.
 */
import type { Gateway } from '../../src/main/gateway.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import { claimOf, isAtRest, isClosed, parkedOf, type Run } from '../../src/main/model/run.ts'
import { agent, pending, person, press } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'

const post = (path: string) => `{ kind: rest, connection: api, method: POST, path: ${path} }`

/** Nothing but failures ever comes back from these. */
const FAILING = ['/a', '/x']

/** Every effect has a path of its own. */
export const EFFECTS = ['/enter', '/b', '/c', '/d', '/e', '/f', '/t']

export const workspace = (base: string) => `
store: { kind: sqlite }
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${base}" } }
workflows:
  work:
    initialState: ready
    states:
      ready:
        onEnter: { executor: ${post('/enter')} }
        transitions:
          go:
            target: one
            executor: ${post('/a')}
            reliability:
              retry: { maxAttempts: 2, backoff: none, retryOn: [transient_error] }
              fallback: { strategy: first_success, executors: [${post('/b')}] }
            evidence: [{ kind: went, data: {} }]
      one: { transitions: { step: { target: two, actor: deterministic } } }
      two: { transitions: { call: { target: asking, actor: deterministic, executor: ${post('/c')} } } }
      asking: { transitions: { accept: { target: gated, actor: human, undoMs: 300, executor: ${post('/d')} } } }
      gated: { transitions: { ship: { target: sub, executor: ${post('/e')}, approval: { required: true, quorum: 2, timeoutMs: 600000 } } } }
      sub: { transitions: { run: { target: done, executor: { kind: workflow, definitionId: child } } } }
      done: {}
  child:
    initialState: begin
    states:
      begin: { transitions: { call: { target: end, actor: deterministic, executor: ${post('/f')} } } }
      end: {}
  late:
    initialState: waiting
    timeoutMs: 80
    onTimeout: { target: over, executor: ${post('/t')} }
    states: { waiting: { transitions: { stop: { target: over } } }, over: {} }
  idle: { initialState: here, states: { here: { transitions: { stop: { target: there } } }, there: {} } }
  expiring:
    initialState: here
    states:
      here: { transitions: { held: { target: there, executor: ${post('/never')}, approval: { required: true, timeoutMs: 80 } }, skip: { target: there } } }
      there: {}
  cancelling:
    initialState: here
    states:
      here: { transitions: { held: { target: there, executor: ${post('/never')}, approval: { required: true, timeoutMs: 600000 } }, skip: { target: there } } }
      there: {}
  refused:
    initialState: here
    states:
      here: { transitions: { ask: { target: there, executor: { kind: human } }, try: { target: there, executor: ${post('/x')} }, skip: { target: there } } }
      there: {}
`

const NEXT: Record<string, string | undefined> = { ready: 'go', gated: 'ship', sub: 'run' }

export async function drive(gateway: Gateway, countOf: (path: string) => Promise<number>): Promise<void> {
  for (const definitionId of ['work', 'late', 'idle', 'expiring', 'cancelling', 'refused']) {
    for (let turns = 0; ; turns += 1) {
      if (turns > 1500) throw new Error(`${definitionId} does not come to its end.`)
      const [run] = (await gateway.store.runs({ definitionId }, { limit: 1 })).items
      if (run !== undefined && isClosed(run)) break
      if (run === undefined) await gateway.runtime.start(agent(), { definitionId, input: {} })
      else if (!(await turn(gateway, run, countOf))) await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

/** False: there is nothing to do but to wait. */
async function turn(
  gateway: Gateway,
  run: Run,
  countOf: (path: string) => Promise<number>,
): Promise<boolean> {
  const [item] = (await pending(gateway)).filter(
    (item) => !['expiring', 'cancelling'].includes(contentOf(item).definitionId),
  )
  if (item !== undefined) {
    await decide(gateway, item, countOf)
    return true
  }
  const { id, definitionId, state, version, failure } = run
  if (!isAtRest(run) || parkedOf(run) !== null) return false
  const submit = async (transition: string, signal?: AbortSignal) => {
    const request = { workflowId: id, expectedVersion: version, transition, arguments: {} }
    await gateway.runtime.submit(agent(), request, signal === undefined ? {} : { signal, holdMs: 10_000 })
    return true
  }
  if (failure?.recovery !== undefined) return await submit(failure.recovery.transition)
  if (definitionId === 'idle') {
    await gateway.runtime.cancel(person(), { workflowId: id, reason: 'No longer needed' })
    return true
  }
  if (definitionId === 'expiring') {
    if (failure?.code === 'APPROVAL_TIMED_OUT') return await submit('skip')
    return (await pending(gateway)).length > 0 ? false : await submit('held')
  }
  if (definitionId === 'cancelling') {
    const { total } = await gateway.store.approvals({ workflowId: id, status: ['withdrawn'] }, { limit: 1 })
    return total > 0 ? await submit('skip') : await submit('held', AbortSignal.abort())
  }
  if (definitionId === 'refused') {
    if (failure?.code === 'APPROVAL_DENIED') return await submit('try')
    return await submit(failure?.code === 'EXECUTOR_FAILED' ? 'skip' : 'ask')
  }
  const next = NEXT[state]
  return next === undefined ? false : await submit(next)
}

async function decide(gateway: Gateway, item: InboxItem, countOf: (path: string) => Promise<number>) {
  switch (item.kind) {
    case 'interrupted': {
      const run = await gateway.store.run(item.workflowId)
      const call = JSON.stringify((run && claimOf(run)?.call) ?? null)
      const path = [...EFFECTS, ...FAILING].find((one) => call.includes(`${one}"`)) ?? ''
      const happened = !FAILING.includes(path) && (await countOf(path)) > 0
      await press(gateway, item.id, happened ? 'happened' : 'did_not_happen')
      return
    }
    case 'gate': {
      const voted = item.held?.votes.map((vote) => vote.by) ?? []
      await press(gateway, item.id, 'approve', { who: person(voted.includes('human:anna') ? 'ben' : 'anna') })
      return
    }
    case 'executor':
      await press(gateway, item.id, 'refuse', { comment: 'Not this one' })
      return
    default:
      await press(gateway, item.id, 'accept')
      // The first time it is taken back.
      if (item.returned === undefined) await gateway.runtime.undo(person(), { approvalId: item.id })
  }
}
