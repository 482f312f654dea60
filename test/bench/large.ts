/** Every call of the desk that meets what grows, and the start, over a database of years: how long each takes, and holds the gateway's thread. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { CALLS as CONTRACT } from '../../src/preload/contract.ts'
import { ask, endOf, openTestDesk } from '../desk/fixture.ts'
import { agent, follow, openTestGateway, press, start } from '../support/gateway.ts'
import { startGateway, type Workspace } from '../support/gateway-process.ts'
import { against, type Bench, type Group, median } from './figure.ts'
import { OF_NO_SIZE, type Request, WALKS, writingCalls } from './large-calls.ts'
import { DECIDED, EVENTS, fillLarge, LONG_RUN, type Models, RUNS, WAITING } from './large-database.ts'
import { timeInTurns } from './probes.ts'
import { makeWorkspace } from './subject.ts'

const CALLS = 5
/** Before the calls are timed: what is composed ahead of the first search begins within a second, and takes its time. */
const REST_MS = 15_000

export const large: Group = {
  name: 'large',
  figures: ['large: fill', 'large: start', 'large: call', 'large: hold'],
  withinSeconds: RUNS > 10_000 ? 480 : 60,
  run: measureLarge,
}

const CONFIGURATION = {
  people: { anna: {} },
  proxy: { expose: [{ name: 'mail', executor: { kind: 'noop' } }] },
  workflows: {
    letters: {
      title: 'Letters',
      initialState: 'writing',
      states: {
        writing: {
          transitions: {
            hand_in: {
              target: 'reading',
              inputSchema: { type: 'object', properties: { title: { type: 'string' } } },
              output: { title: '$.arguments.title' },
            },
          },
        },
        reading: {
          transitions: {
            approve: { title: 'Approve the letter', target: 'sent', actor: 'human', summary: 'Send {title}' },
            refuse: { title: 'Refuse the letter', target: 'writing', actor: 'human' },
            post: { title: 'Post the letter', target: 'sent', actor: 'human', undoMs: 600_000 },
          },
        },
        sent: { terminal: true },
      },
    },
  },
}

async function measureLarge(bench: Bench): Promise<void> {
  const small = await makeWorkspace(bench, CONFIGURATION)
  await makeModels(small)
  const workspace = await makeWorkspace(bench, CONFIGURATION)
  const models = await makeModels(workspace)
  const began = performance.now()
  await fillLarge(workspace, models)
  const seconds = (performance.now() - began) / 1000
  bench.print({
    figure: 'large: fill',
    value: seconds,
    unit: 's',
    runs: RUNS,
    events: EVENTS,
    waiting: WAITING,
    decided: DECIDED,
  })
  await measureStart(bench, small, workspace)
  await measureCalls(bench, workspace)
}

async function measureStart(bench: Bench, small: Workspace, filled: Workspace): Promise<void> {
  const started = (workspace: Workspace) => async () => {
    const gateway = await startGateway(workspace)
    bench.onEnd(() => gateway.stop())
    return async () => {
      await gateway.stop()
    }
  }
  const times = await timeInTurns(
    [
      { name: 'small', run: started(small) },
      { name: 'filled', run: started(filled) },
    ],
    { signal: bench.signal, warmUp: 1, atMost: 7, atLeast: 3, withinMs: 20_000 },
  )
  const of = (name: string) => median(times.get(name) ?? [])
  const baseline = { name: 'of a database with one run', value: of('small'), unit: 'ms' }
  bench.print({ figure: 'large: start', ...against(of('filled'), baseline) })
}

function openHere(workspace: Workspace) {
  const { config: configuration, data: dataFolder } = workspace
  return openTestGateway('', { configuration, dataFolder, folder: dataFolder })
}

async function makeModels(workspace: Workspace): Promise<Models> {
  const gateway = await openHere(workspace)
  try {
    const handIn = async () => {
      const begun = await start(gateway, 'letters')
      const { workflowId } = await follow(
        gateway,
        begun,
        'hand_in',
        { title: 'Letter 0 to Amsterdam' },
        agent(),
      )
      return workflowId ?? ''
    }
    const [ended, waiting] = [await handIn(), await handIn()]
    const [item] = (await gateway.store.approvals({ workflowId: ended }, { limit: 1 })).items
    await press(gateway, item?.id ?? '', 'approve')
    const input = { capability: 'mail', arguments: { title: 'Letter 0 to Amsterdam' } }
    const { workflowId: call = '' } = await start(gateway, 'proxy_default', input)
    return { ended, waiting, call }
  } finally {
    await gateway.close()
  }
}

async function measureCalls(bench: Bench, workspace: Workspace): Promise<void> {
  const gateway = await openHere(workspace)
  bench.onEnd(() => gateway.close())
  const desk = openTestDesk(gateway)
  bench.onEnd(() => desk.close())
  const session = await desk.openSession('browser')
  const watch = watchThread()
  bench.onEnd(watch.stop)
  // The window asks this first, and by it what is composed ahead begins.
  await timeCall(desk, session, ['inbox.list', { limit: 100 }])
  watch.longest()
  await wait(REST_MS * Math.max(0.1, RUNS / 100_000))
  bench.print({ figure: 'large: hold', ...against(watch.longest(), HOLD), call: 'what is composed ahead' })
  const reading = Object.entries(await listCalls(desk, session)).map(
    ([call, request]) => [call, async () => request] as const,
  )
  const calls = [...reading, ...Object.entries(writingCalls(desk, session))]
  expectAll(calls.map(([call]) => call))
  for (const [call, prepare] of calls) {
    bench.signal.throwIfAborted()
    const times: number[] = []
    let [hold, processorMs, workMs] = [0, Number.POSITIVE_INFINITY, 0]
    for (let run = 0; run < (WALKS.has(call) ? 1 : CALLS); run += 1) {
      const request = await prepare()
      await wait(5)
      watch.longest()
      const before = process.cpuUsage()
      const called = performance.now()
      times.push(await timeCall(desk, session, request))
      const { user, system } = process.cpuUsage(before)
      processorMs = Math.min(processorMs, (user + system) / 1000)
      if (WALKS.has(call)) {
        const [newest] = await ask(desk, session, 'data.work', {})
        if (newest !== undefined) await endOf(desk, session, newest)
        workMs = performance.now() - called
      }
      await wait(5)
      hold = Math.max(hold, watch.longest())
    }
    const first = times[0] ?? 0
    bench.print({
      figure: 'large: call',
      ...against(median(times), TIME),
      call,
      first,
      most: Math.max(...times),
      processorMs,
      ...(workMs === 0 ? {} : { workMs }),
    })
    bench.print({ figure: 'large: hold', ...against(hold, HOLD), call })
  }
}

/** @throws Error for a call of the contract that is neither measured nor known to be of no size. */
function expectAll(calls: readonly string[]): void {
  const known = new Set([
    ...calls.map((call) => call.replace(/,.*/, '')),
    ...Object.values(OF_NO_SIZE).flat(),
  ])
  const missing = Object.keys(CONTRACT).filter((name) => !known.has(name))
  if (missing.length > 0) throw new Error(`Nothing measures ${missing.join(', ')}.`)
}

const TIME = { name: 'the promise', value: 200, unit: 'ms' }
const HOLD = { name: 'the promise', value: 50, unit: 'ms' }

/** All that reads what grows. */
async function listCalls(desk: Desk, session: DeskSession): Promise<Record<string, Request>> {
  const waiting = await ask(desk, session, 'inbox.list', { limit: 200 })
  const decided = await ask(desk, session, 'inbox.list', { status: 'decided', limit: 1 })
  const { items: runs } = await ask(desk, session, 'runs.list', { limit: 1 })
  const ofRun = { workflowId: runs[0]?.id ?? '' }
  const { items: events } = await ask(desk, session, 'activity.list', { limit: 1, ...ofRun })
  const kind = await ask(desk, session, 'activity.list', { limit: 100, eventType: 'workflow.started' })
  const ids = waiting.items.map(({ id }) => id)
  const [id = ''] = ids
  const [{ alike = null } = {}] = waiting.items
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  const { gates } = await ask(desk, session, 'attention.report', { days: 365 })
  return {
    'desk.status': ['desk.status', {}],
    'inbox.list': ['inbox.list', { limit: 100 }],
    'inbox.list, yours': ['inbox.list', { status: 'you', limit: 100 }],
    'inbox.list, far down': ['inbox.list', { limit: 100, start: Math.round(WAITING * 0.9) }],
    'inbox.list, of a client': ['inbox.list', { limit: 100, client: 'client 20' }],
    'inbox.list, with a text': ['inbox.list', { limit: 100, text: 'to geneva' }],
    'inbox.list, with a text that all have': ['inbox.list', { limit: 100, text: 'letter' }],
    'inbox.list, alike': ['inbox.list', { limit: 200, alike }],
    'inbox.list, decided': ['inbox.list', { status: 'decided', limit: 100 }],
    'inbox.list, decided, of a client': ['inbox.list', { status: 'decided', limit: 100, client: 'client 1' }],
    'inbox.list, decided, with a text': ['inbox.list', { status: 'decided', limit: 100, text: 'to geneva' }],
    'inbox.list, decided, with a rare text': [
      'inbox.list',
      { status: 'decided', limit: 100, text: 'letter 1 to' },
    ],
    'inbox.item': ['inbox.item', { id }],
    'inbox.item, decided': ['inbox.item', { id: decided.items[0]?.id ?? '' }],
    'inbox.preview': ['inbox.preview', { id, outcome: 'approve', arguments: {} }],
    'inbox.previewMany': ['inbox.previewMany', { ids, outcome: 'approve' }],
    'inbox.notice': ['inbox.notice', { ids: ids.slice(0, 50) }],
    'runs.list': ['runs.list', { limit: 100 }],
    'runs.list, waiting': ['runs.list', { view: 'waiting', limit: 100 }],
    'runs.list, running': ['runs.list', { view: 'running', limit: 100 }],
    'runs.list, failed': ['runs.list', { view: 'failed', limit: 100 }],
    'runs.list, ended': ['runs.list', { view: 'ended', limit: 100 }],
    'runs.list, with a text': ['runs.list', { limit: 100, text: 'to geneva' }],
    'runs.list, with a rare text': ['runs.list', { limit: 100, text: 'letter 1 to' }],
    'runs.list, with no such text': ['runs.list', { limit: 100, text: 'nowhere to be found' }],
    'runs.list, of single calls': ['runs.list', { limit: 100, text: 'single call' }],
    'runs.get': ['runs.get', { id: runs[0]?.id ?? '' }],
    'runs.get, long': ['runs.get', { id: LONG_RUN }],
    'catalog.list': ['catalog.list', {}],
    'catalog.item': ['catalog.item', { id: 'letters' }],
    'connections.list': ['connections.list', {}],
    'search.query': ['search.query', { query: 'send a letter' }],
    'judged.list': ['judged.list', {}],
    'judged.pool': ['judged.pool', { query: 'send a letter' }],
    'profiles.list': ['profiles.list', {}],
    'traffic.report': ['traffic.report', { days: 30 }],
    'activity.list': ['activity.list', { limit: 100 }],
    'activity.list, with a text': ['activity.list', { limit: 100, text: 'to geneva' }],
    'activity.list, with a rare text': ['activity.list', { limit: 100, text: 'letter 1 to' }],
    'activity.list, with no such text': ['activity.list', { limit: 100, text: 'nowhere to be found' }],
    'activity.list, of a run': ['activity.list', { limit: 100, ...ofRun }],
    'activity.list, of a call': [
      'activity.list',
      { limit: 100, correlationId: events[0]?.correlationId ?? '' },
    ],
    'activity.list, of a kind': ['activity.list', { limit: 100, eventType: 'workflow.started' }],
    'activity.list, of a kind, further down': [
      'activity.list',
      { limit: 100, eventType: 'workflow.started', cursor: kind.nextCursor ?? '' },
    ],
    'activity.list, of a rare kind': ['activity.list', { limit: 100, eventType: 'audit.pruned' }],
    'activity.list, of a day': ['activity.list', { limit: 100, from: day(200), to: day(199) }],
    'activity.list, of half a year': ['activity.list', { limit: 100, from: day(190), to: day(7) }],
    'activity.export': ['activity.export', { format: 'jsonl' }],
    'activity.export, with a rare text': ['activity.export', { format: 'jsonl', text: 'letter 1 to' }],
    'attention.report, 30 days': ['attention.report', { days: 30 }],
    'attention.report, 365 days': ['attention.report', { days: 365 }],
    'attention.suggest': ['attention.suggest', { gate: gates[0]?.key ?? '' }],
    'settings.get': ['settings.get', {}],
    'people.list': ['people.list', {}],
    'preferences.get': ['preferences.get', {}],
    'data.get': ['data.get', {}],
    'data.previewPrune': ['data.previewPrune', { olderThanDays: 100 }],
    'play.status': ['play.status', {}],
    'inbox.noticeLocked': ['inbox.noticeLocked', { ids: ids.slice(0, 50) }],
    'clients.figures': ['clients.figures', { name: 'local' }],
    'tools.list': ['tools.list', {}],
    'trials.list': ['trials.list', {}],
    'configuration.changes': ['configuration.changes', {}],
  }
}

/** Also of what is refused, as `attention.suggest` where nothing can be suggested. */
async function timeCall(desk: Desk, session: DeskSession, [name, request]: Request): Promise<number> {
  const began = performance.now()
  const reply = await desk.dispatch(session, name, request)
  // Nothing here can be loosened, which `attention.suggest` finds out in its own time.
  if (!reply.ok && reply.error.code !== 'NOT_FOUND') throw new Error(`${name}: ${reply.error.message}`)
  return performance.now() - began
}

/** The longest that this thread has worked without a turn for anybody else, in milliseconds of processor time. */
function watchThread(): { longest(): number; stop(): void } {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user - before.user + now.system - before.system) / 1000)
    before = now
  }
  const timer = setInterval(look, 1)
  return {
    longest() {
      const found = longest
      longest = 0
      return found
    },
    stop: () => clearInterval(timer),
  }
}
