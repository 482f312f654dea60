/**
 * A small world with everything that can happen to an item of the inbox: agents that ask and ask again, two people at
 * two desks, a clock, restarts. The bank counts what reaches it; what people pressed is noted here, apart from the
 * product, so that the one can be held against the other.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { createDesk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { WorkflowResponse } from '../../src/main/model/response.ts'
import type { ReplyOf } from '../../src/preload/contract.ts'
import { createManualClock } from '../support/clock.ts'
import { agent, follow, openTestGateway, start, type TestGateway } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { ask, openTestDesk } from './fixture.ts'

export type Step =
  | { do: 'submit'; transition: 'pay' | 'send' | 'close'; amount: number }
  | { do: 'again' }
  | { do: 'decide'; place: number; approve: boolean; who: 0 | 1; edit: number | null; stale: boolean }
  | { do: 'undo'; place: number; who: 0 | 1 }
  | { do: 'shelve'; place: number; who: 0 | 1; until: number }
  | { do: 'assign'; place: number; to: 'anna' | 'bert' | null }
  | { do: 'pass'; ms: number }
  | { do: 'cancel' }
  | { do: 'restart' }

const PEOPLE = ['anna', 'bert'] as const
const QUORUM: Record<string, number> = { pay: 2, send: 1 }

export interface Effect {
  what: string
  ref: string
  amount: number
}

/** What a person pressed and the desk took; an undone one is taken off again. */
interface Pressed {
  who: string
  outcome: string
  arguments: string
}

export interface InboxWorld {
  take(step: Step): Promise<void>
  /** Everything that was decided has run, or cannot any more. */
  settle(): Promise<void>
  /** What is wrong with the world as it is; empty: nothing. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

function configuration(port: number): string {
  const executor = (path: string): string =>
    `{ kind: rest, connection: bank, method: POST, path: ${path}, body: { ref: $.arguments.ref, amount: $.arguments.amount } }`
  const inputSchema =
    '{ type: object, required: [ref, amount], properties: { ref: { type: string }, amount: { type: integer, minimum: 1, maximum: 9 } } }'
  return `
store: { kind: sqlite }
people: { anna: {}, bert: {} }
approvals: { holdMs: 0, timeoutMs: 60000 }
connections:
  bank: { kind: rest, baseUrl: "http://127.0.0.1:${port}" }
workflows:
  till:
    initialState: open
    states:
      open:
        transitions:
          pay: { target: open, inputSchema: ${inputSchema}, approval: { quorum: 2 }, executor: ${executor('/pay')} }
          send: { target: open, inputSchema: ${inputSchema}, approval: {}, risk: high, executor: ${executor('/send')} }
          close: { target: closing, inputSchema: ${inputSchema}, output: { ref: $.arguments.ref } }
      closing:
        transitions:
          accept:
            target: open
            actor: human
            executor: { kind: rest, connection: bank, method: POST, path: /accept, body: { ref: $.context.ref, amount: 1 } }
          back: { target: open, actor: human }
`
}

export async function openInboxWorld(): Promise<InboxWorld> {
  const effects: Effect[] = []
  const bank = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      effects.push({ what: (request.url ?? '').slice(1), ...(JSON.parse(body) as Omit<Effect, 'what'>) })
      response.setHeader('content-type', 'application/json').end('{"ok":true}')
    })
  })
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  const yaml = configuration((bank.address() as AddressInfo).port)
  const folder = await mkdtemp(join(tmpdir(), 'countersign-inbox-'))
  const clock = createManualClock()
  const pressed = new Map<string, Pressed[]>()
  const ended = new Map<string, string>()
  const staleHashes = new Map<string, string>()
  let refs = 0
  let gateway: TestGateway
  let desk: ReturnType<typeof createDesk>
  let sessions: DeskSession[] = []
  let run: WorkflowResponse
  let last: { transition: string; arguments: JsonObject } | null = null

  async function open(): Promise<void> {
    gateway = await openTestGateway(yaml, { folder, clock })
    desk = openTestDesk(gateway)
    sessions = []
    for (const name of PEOPLE) {
      const session = await desk.openSession('window')
      await ask(desk, session, 'people.switch', { name, pin: null })
      sessions.push(session)
    }
  }
  async function shut(): Promise<void> {
    await desk.close()
    await gateway.close()
  }
  await open()
  run = await start(gateway!, 'till')

  const all = async (): Promise<InboxItem[]> => (await gateway.store.approvals({}, { limit: 500 })).items
  const nth = async (place: number): Promise<InboxItem | undefined> => {
    const items = (await all()).filter(({ status }) => status === 'pending' || status === 'scheduled')
    return items[place % Math.max(1, items.length)]
  }
  async function refresh(): Promise<void> {
    const workflowId = run.workflowId ?? ''
    run = (await gateway.runtime.get(agent(), { workflowId })).response
    if (run.terminal === true) run = await start(gateway, 'till')
  }

  async function decide(step: Extract<Step, { do: 'decide' }>): Promise<void> {
    const item = await nth(step.place)
    if (item === undefined) return
    const session = sessions[step.who]!
    const detail = await ask(desk, session, 'inbox.item', { id: item.id })
    const wanted = detail.outcomes.filter(({ tone }) => (tone === 'refuse') !== step.approve)
    const outcome = wanted[0] ?? detail.outcomes[0]
    if (outcome === undefined) return
    const edit = step.edit === null || item.kind !== 'gate' || !step.approve ? {} : { amount: step.edit }
    const args = { ...outcome.arguments, ...edit }
    const { id } = item
    const preview = await desk.dispatch(session, 'inbox.preview', {
      id,
      outcome: outcome.name,
      arguments: args,
    })
    const fresh = preview.ok ? (preview.value as { hash: string }).hash : ''
    const key = `${id} ${outcome.name}`
    const hash = step.stale ? (staleHashes.get(key) ?? 'never shown') : fresh
    staleHashes.set(key, fresh)
    const reply = await desk.dispatch(session, 'inbox.decide', {
      id,
      outcome: outcome.name,
      arguments: args,
      comment: '',
      hash,
    })
    if (!reply.ok) return
    const who = PEOPLE[step.who]
    const presses = pressed.get(id) ?? []
    pressed.set(id, [...presses, { who, outcome: outcome.name, arguments: canonical(args) }])
  }

  async function take(step: Step): Promise<void> {
    if (step.do === 'submit' || step.do === 'again') {
      await refresh()
      if (step.do === 'submit') {
        refs += 1
        last = { transition: step.transition, arguments: { ref: `r${refs}`, amount: step.amount } }
      }
      if (last !== null) await follow(gateway, run, last.transition, last.arguments)
    } else if (step.do === 'decide') await decide(step)
    else if (step.do === 'undo') {
      const item = await nth(step.place)
      if (item === undefined) return
      const reply = await desk.dispatch(sessions[step.who]!, 'inbox.undo', {
        items: [{ id: item.id, revision: item.revision }],
      })
      if (reply.ok && (reply.value as ReplyOf<'inbox.undo'>).results[0]?.ok)
        pressed.set(item.id, (pressed.get(item.id) ?? []).slice(0, -1))
    } else if (step.do === 'shelve') {
      const item = await nth(step.place)
      const until = new Date(clock.now() + step.until).toISOString()
      if (item) await desk.dispatch(sessions[step.who]!, 'inbox.snooze', { ids: [item.id], until })
    } else if (step.do === 'assign') {
      const item = await nth(step.place)
      if (item) await desk.dispatch(sessions[0]!, 'inbox.assign', { id: item.id, to: step.to })
    } else if (step.do === 'pass') {
      clock.advance(step.ms)
      await settle()
    } else if (step.do === 'cancel') {
      const who = sessions[0]!.principal()
      await gateway.runtime.cancel(who, { workflowId: run.workflowId ?? '', reason: 'Enough.' })
      run = await start(gateway, 'till')
    } else {
      await shut()
      await open()
      await settle()
    }
  }

  async function settle(): Promise<void> {
    const deadline = performance.now() + 10_000
    for (;;) {
      const now = clock.now()
      const due = (await all()).filter(
        ({ status, decision, deadlineAt }) =>
          (status === 'scheduled' && Date.parse(decision?.runsAt ?? '') <= now) ||
          (status === 'pending' && deadlineAt !== null && Date.parse(deadlineAt) <= now),
      )
      if (due.length === 0 && gateway.runtime.executing() === 0) return
      if (performance.now() > deadline) {
        throw new Error(`Not settled: ${due.map(({ id, status }) => `${id} ${status}`).join(', ')}`)
      }
      await new Promise((resolve) => setImmediate(resolve))
      // What was put off to a time that has passed already.
      clock.advance(0)
    }
  }

  async function faults(): Promise<string[]> {
    const items = await all()
    return [
      ...items.flatMap(faultsOf),
      ...faultsOfCalls(items),
      ...effects.flatMap(({ what, ref }) =>
        items.some((item) => isAbout(item, what, ref)) ? [] : [`${what} ${ref} ran, and nobody was asked`],
      ),
      ...(await lost(items)),
    ]
  }

  function faultsOf(item: InboxItem): string[] {
    const { id, status, decision } = item
    const found: string[] = []
    const final = `${status} ${decision?.by ?? ''} ${decision?.at ?? ''} ${decision?.outcome ?? ''}`
    if (status !== 'pending' && status !== 'scheduled') {
      const before = ended.get(id)
      if (before !== undefined && before !== final) found.push(`${id} ended as ${before}, then as ${final}`)
      ended.set(id, final)
    } else if (ended.has(id)) found.push(`${id} ended as ${ended.get(id)}, and is ${status} again`)
    return found
  }

  /** The same may be asked for again: as often as it was approved it ran, each time on enough approvals of just that. */
  function faultsOfCalls(items: InboxItem[]): string[] {
    const asked = new Set(effects.map(({ what, ref }) => `${what} ${ref}`))
    return [...asked].flatMap((call) => {
      const [what = '', ref = ''] = call.split(' ')
      if (what === 'accept') return []
      const ran = effects.filter((effect) => effect.what === what && effect.ref === ref)
      const approved = items.filter((item) => isAbout(item, what, ref) && item.status === 'approved')
      const found =
        ran.length === approved.length ? [] : [`${call} ran ${ran.length} times, approved ${approved.length}`]
      return [...found, ...approved.flatMap((item) => faultsOfApproval(item, ran))]
    })
  }

  function faultsOfApproval(item: InboxItem, ran: Effect[]): string[] {
    const presses = (pressed.get(item.id) ?? []).filter(({ outcome }) => outcome === 'approve')
    const args = presses.at(-1)?.arguments ?? ''
    const people = new Set(presses.filter((press) => press.arguments === args).map(({ who }) => who))
    const needed = QUORUM[contentOf(item).transition ?? ''] ?? 1
    const { id } = item
    return [
      ...(people.size < needed ? [`${id} ran ${args} on ${people.size} of ${needed} approvals`] : []),
      ...(ran.some(({ ref, amount }) => canonical({ ref, amount }) === args)
        ? []
        : [`${id} was approved with ${args}, and ran otherwise`]),
    ]
  }

  function isAbout(item: InboxItem, what: string, ref: string): boolean {
    if (what === 'accept') return item.kind === 'transition' && item.decision?.outcome === 'accept'
    return item.kind === 'gate' && item.step.transition === what && item.step.arguments.ref === ref
  }

  /** What waits is found at the desk, or among what this person has snoozed. */
  async function lost(items: InboxItem[]): Promise<string[]> {
    const waiting = items.filter(({ status }) => status === 'pending').map(({ id }) => id)
    const shown = await Promise.all(
      (['pending', 'snoozed'] as const).map(async (status) => {
        const page = await ask(desk, sessions[0]!, 'inbox.list', { status, limit: 500 })
        return page.items.map(({ id }) => id)
      }),
    )
    const found = new Set(shown.flat())
    return [
      ...waiting.filter((id) => !found.has(id)).map((id) => `${id} waits, and no desk shows it`),
      ...[...found].filter((id) => !waiting.includes(id)).map((id) => `${id} is shown, and waits no more`),
    ]
  }

  return {
    take,
    settle,
    faults: async () => {
      const accepted = [...pressed.values()].flat().filter(({ outcome }) => outcome === 'accept').length
      const reached = effects.filter(({ what }) => what === 'accept').length
      const uneven = accepted === reached ? [] : [`${accepted} presses of accept, ${reached} effects`]
      return [...(await faults()), ...uneven]
    },
    async close() {
      await shut()
      bank.closeAllConnections()
      await new Promise((resolve) => bank.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function canonical(args: JsonObject): string {
  return JSON.stringify({ ref: args.ref, amount: args.amount })
}
