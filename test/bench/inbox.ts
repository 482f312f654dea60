/** The desk's inbox with 10,000 items, in a real Chromium: opening it, typing in its filter, holding J, deciding. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { ROOT } from '../setup/found.ts'
import { readDesk } from '../support/desk-page.ts'
import type { Workspace } from '../support/gateway-process.ts'
import { type BenchClient, connectProgram } from './client.ts'
import { against, type Bench, type Group, median, percentile } from './figure.ts'
import { fillInbox, WAITING } from './full-inbox.ts'
import {
  openTime,
  selectedPlace,
  startClock,
  takeTimes,
  timeCall,
  untilRow,
  waitForClick,
} from './inbox-page.ts'
import { type MeasuredPage, openMeasuredPage } from './measured-page.ts'
import { CLI, makeWorkspace, NODE, openWorkspace, pipeArguments } from './subject.ts'
import type { Run } from './throughput.ts'

const OPENINGS = 5
const CALLS = 15
const STEPS = 120
/** Between two keys while one is held: what most systems do. */
const REPEAT_MS = 33
const ROUNDS = 20
/** After an opening or a decision, until the page has nothing to draw any more. */
const REST_MS = 500

export const inbox: Group = {
  name: 'inbox',
  figures: [
    'window script',
    'inbox: open',
    'inbox: call',
    'inbox: type p50',
    'inbox: type p95',
    'inbox: hold J p50',
    'inbox: hold J p95',
    'inbox: steps lost',
    'inbox: submit to visible p95',
    'inbox: submit to visible p95, after a decision',
    'inbox: click to answer p95',
  ],
  withinSeconds: 90,
  run: measureInbox,
}

const WORKFLOWS = {
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
        },
      },
      sent: { terminal: true },
    },
  },
}

async function measureInbox(bench: Bench): Promise<void> {
  const promise = { name: 'the promise', value: 400, unit: 'KiB' }
  bench.print({ figure: 'window script', ...against(await scriptKib(), promise), compressed: 'gzip' })
  const workspace = await makeWorkspace(bench, { workflows: WORKFLOWS })
  const first = await openWorkspace(bench, workspace)
  const starter = await first.overPipe()
  const model = await handIn(starter, 'Letter 0 to Amsterdam')
  await starter.close()
  await first.stop()
  await fillInbox(workspace, model.workflowId)

  const full = await openDesk(bench, workspace)
  const nearlyEmpty = await openDesk(bench, await copyOfOne(bench))
  const opened = await openInTurns(bench, { full: full.page, nearlyEmpty: nearlyEmpty.page })
  const baseline = { name: 'an inbox with one item', value: median(opened.nearlyEmpty), unit: 'ms' }
  bench.print({
    figure: 'inbox: open',
    ...against(median(opened.full), baseline),
    cold: full.cold,
    runs: OPENINGS,
    items: WAITING,
  })
  await nearlyEmpty.close()
  await measureCalls(bench, full.page)
  await measureTyping(bench, full)
  await measureHolding(bench, full)
  const client = await connectProgram({ command: NODE, args: [CLI, ...pipeArguments(workspace)] })
  bench.onEnd(() => client.close())
  await measureDeciding(bench, full.page, client)
}

/** The same workflow with a single item. */
async function copyOfOne(bench: Bench): Promise<Workspace> {
  const workspace = await makeWorkspace(bench, { workflows: WORKFLOWS })
  const subject = await openWorkspace(bench, workspace)
  const client = await subject.overPipe()
  await handIn(client, 'Letter 0 to Amsterdam')
  await client.close()
  await subject.stop()
  return workspace
}

interface Desk extends MeasuredPage {
  /** Milliseconds to the first item when nothing was in any cache. */
  cold: number
}

async function openDesk(bench: Bench, workspace: Workspace): Promise<Desk> {
  const opened = await openMeasuredPage(bench, workspace, startClock)
  return { ...opened, cold: await opened.page.evaluate(openTime) }
}

/**
 * By turns, so that what else the machine does falls on both. Each page is at rest before: the card and the diagram
 * of the opening before belong to neither.
 */
async function openInTurns<Name extends string>(
  bench: Bench,
  pages: Record<Name, Page>,
): Promise<Record<Name, number[]>> {
  const times = Object.fromEntries(Object.keys(pages).map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    for (const name of Object.keys(pages) as Name[]) {
      bench.signal.throwIfAborted()
      await pages[name].waitForTimeout(REST_MS)
      await pages[name].reload()
      times[name].push(await pages[name].evaluate(openTime))
    }
  }
  return times
}

/** What the window asks of the list and of the status strip. */
async function measureCalls(bench: Bench, page: Page): Promise<void> {
  const { alike } = await page.evaluate(timeCall, ['inbox.list', { limit: 1 }] as const)
  const calls: Record<string, readonly [string, object]> = {
    list: ['inbox.list', { limit: 100 }],
    'far down': ['inbox.list', { limit: 100, start: 9000 }],
    'of a client': ['inbox.list', { limit: 100, client: 'client 7' }],
    'with a text': ['inbox.list', { limit: 100, text: 'to geneva' }],
    'with a text that all have': ['inbox.list', { limit: 100, text: 'letter' }],
    alike: ['inbox.list', { limit: 200, alike }],
    status: ['desk.status', {}],
  }
  const promise = { name: 'the promise', value: 200, unit: 'ms' }
  for (const [call, request] of Object.entries(calls)) {
    const times: number[] = []
    for (let run = 0; run < CALLS; run += 1) {
      bench.signal.throwIfAborted()
      times.push((await page.evaluate(timeCall, request)).took)
    }
    bench.print({
      figure: 'inbox: call',
      ...against(median(times), promise),
      call,
      most: Math.max(...times),
      runs: CALLS,
    })
  }
}

async function measureTyping(bench: Bench, { page, processorMs }: Desk): Promise<void> {
  const filter = page.getByRole('searchbox', { name: 'Filter by any text' })
  await filter.focus()
  const times: number[] = []
  let spent = 0
  for (const text of ['letter 99', 'cordoba', 'to geneva', 'letter 4242']) {
    await page.evaluate(takeTimes)
    const before = await processorMs()
    await page.keyboard.type(text, { delay: 60 })
    times.push(...(await page.evaluate(takeTimes)))
    spent += (await processorMs()) - before
    await filter.fill('')
  }
  await page.evaluate(takeTimes)
  print(bench, 'inbox: type', times, spent)
}

async function measureHolding(bench: Bench, { page, processorMs }: Desk): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('[data-item]').first().click()
  const from = await page.evaluate(selectedPlace)
  await page.evaluate(takeTimes)
  const before = await processorMs()
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.down('j')
    await page.waitForTimeout(REPEAT_MS)
  }
  await page.keyboard.up('j')
  const times = await page.evaluate(takeTimes)
  const spent = (await processorMs()) - before
  const moved = (await page.evaluate(selectedPlace)) - from
  print(bench, 'inbox: hold J', times, spent)
  bench.print({ figure: 'inbox: steps lost', value: STEPS - moved, unit: 'steps', of: STEPS })
}

async function measureDeciding(bench: Bench, page: Page, client: BenchClient): Promise<void> {
  const desk = readDesk(page)
  await page.getByRole('searchbox', { name: 'Filter by any text' }).fill('arrival')
  const rested: number[] = []
  const busy: number[] = []
  const answered: number[] = []
  for (let round = -3; round < 2 * ROUNDS; round += 1) {
    bench.signal.throwIfAborted()
    const rests = round % 2 === 0
    if (rests) await page.waitForTimeout(REST_MS)
    const title = `arrival ${round + 100}`
    const shown = page.evaluate(untilRow, title)
    const run = await handIn(client, title)
    const submitted = performance.timeOrigin + performance.now()
    const delay = (await shown) - submitted
    const answer = client
      .ask('workflow.get', { workflowId: run.workflowId, waitMs: 20_000, sinceVersion: run.version })
      .then(() => performance.timeOrigin + performance.now())
    await desk.row(title).click()
    const clicked = page.evaluate(waitForClick)
    await desk.outcome('Approve the letter').click()
    const took = (await answer) - (await clicked)
    if (round < 0) continue
    ;(rests ? rested : busy).push(Math.max(0, delay))
    answered.push(took)
  }
  printDelays(bench, 'inbox: submit to visible p95', rested)
  printDelays(bench, 'inbox: submit to visible p95, after a decision', busy)
  printDelays(bench, 'inbox: click to answer p95', answered)
}

async function handIn(client: BenchClient, title: string): Promise<Run> {
  const { workflowId, version } = await client.ask<Run>('workflow.start', { definitionId: 'letters' })
  const submit = { workflowId, expectedVersion: version, transition: 'hand_in', arguments: { title } }
  return await client.ask<Run>('workflow.submit', submit)
}

function printDelays(bench: Bench, figure: string, delays: number[]): void {
  const value = percentile(delays, 0.95)
  bench.print({ figure, value, unit: 'ms', p50: median(delays), runs: delays.length })
}

/** `spent`: milliseconds of processor time for all of them together. */
function print(bench: Bench, name: string, times: number[], spent: number): void {
  const runs = times.length
  bench.print({ figure: `${name} p50`, value: median(times), unit: 'ms', processorMs: spent / runs, runs })
  bench.print({
    figure: `${name} p95`,
    value: percentile(times, 0.95),
    unit: 'ms',
    most: Math.max(...times),
    runs,
  })
}

/** All that the inbox needs before a diagram, a form or an editor: the entry, and what it imports at once. */
async function scriptKib(): Promise<number> {
  const folder = join(ROOT, 'out/renderer/assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const wanted = names.filter((name) => /^(desk|index)-/.test(name))
  const needed = new Set<string>()
  let bytes = 0
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    if (needed.has(next)) continue
    needed.add(next)
    const text = await readFile(join(folder, next), 'utf8')
    bytes += gzipSync(text, { level: 9 }).byteLength
    for (const [, imported] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      if (imported !== undefined) wanted.push(imported)
    }
  }
  return bytes / 1024
}
