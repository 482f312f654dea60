/** What a model reads to find and run one of 401 real tools, against reading the list of all of them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type BenchClient, connectProgram } from './client.ts'
import { against, type Bench, type Group, median } from './figure.ts'
import { NEEDS, type Need } from './needs.ts'
import { NODE, openSubject, waitFor } from './subject.ts'
import { countTokens } from './tokens.ts'

const PREFIX = 'hosting'
/** A model gives up looking after this many pages of ten. */
const PAGES = 3

export const discovery: Group = {
  name: 'discovery',
  figures: [
    'tokens of the flat list of tools',
    'tokens to find and run one tool',
    'tokens to find and run one tool, median',
    'tokens to find and run one more tool, median',
    'tools found on the first page',
  ],
  withinSeconds: 30,
  run: measureDiscovery,
}

async function measureDiscovery(bench: Bench): Promise<void> {
  const program = {
    command: NODE,
    args: [fileURLToPath(import.meta.resolve('hostinger-api-mcp/src/servers/all.js'))],
    env: { API_TOKEN: 'of-the-bench', API_BASE_URL: await serveNothing(bench) },
  }
  const direct = await connectProgram(program)
  bench.onEnd(() => direct.close())
  const list = await direct.tools()
  const flat = { name: `flat list of ${list.tools.length} tools`, value: countTokens(list), unit: 'tokens' }
  bench.print({
    figure: 'tokens of the flat list of tools',
    value: flat.value,
    unit: 'tokens',
    tools: list.tools.length,
  })

  const subject = await openSubject(bench, {
    connections: { hosting: { kind: 'mcp', ...program } },
    proxy: { import: [{ connection: 'hosting', prefix: PREFIX }] },
  })
  const client = await subject.overPipe()
  await untilImported(client, list.tools.length)
  const seven = countTokens(await client.tools())

  const runs: Found[] = []
  for (const need of NEEDS) {
    const found = await findAndRun(client, need)
    runs.push(found)
    bench.print({
      figure: 'tokens to find and run one tool',
      ...against(seven + found.read, flat),
      need: need.need,
      keywords: need.keywords,
      tool: need.tool,
      rank: found.rank ?? `not among the first ${PAGES * 10}`,
      'tools/list': seven,
      ...found.answers,
      written: found.written,
    })
  }
  const complete = runs.filter((found) => found.rank !== null)
  const read = median(complete.map((found) => found.read))
  const needs = complete.length
  bench.print({
    figure: 'tokens to find and run one tool, median',
    ...against(seven + read, flat),
    needs,
    written: median(complete.map((found) => found.written)),
  })
  bench.print({ figure: 'tokens to find and run one more tool, median', ...against(read, flat), needs })
  bench.print({
    figure: 'tools found on the first page',
    ...against(runs.filter((found) => found.rank !== null && found.rank <= 10).length, {
      name: 'needs',
      value: runs.length,
      unit: 'tools',
    }),
    firstOfAll: runs.filter((found) => found.rank === 1).length,
  })
}

interface Found {
  /** From 1; null if the tool was not found. */
  rank: number | null
  /** Tokens of the answers, by tool. */
  answers: Record<string, number>
  /** Tokens of all answers. */
  read: number
  /** Tokens of the calls. */
  written: number
}

/** As a model does it: search, look at the item's schema, run it. */
async function findAndRun(client: BenchClient, need: Need): Promise<Found> {
  const answers: Record<string, number> = {}
  let written = 0
  const call = async (name: string, args: Record<string, unknown>) => {
    written += countTokens({ name, arguments: args })
    const texts = await client.call(name, args)
    answers[name] = (answers[name] ?? 0) + sum(texts.map(countTokens))
    return JSON.parse(texts[0] ?? 'null') as Answer
  }
  const id = `${PREFIX}.${need.tool}`
  let cursor: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const { results = [], nextCursor } = await call('gateway.search', {
      query: need.keywords,
      ...(cursor !== undefined && { cursor }),
    })
    const place = results.findIndex(({ item }) => item.id === id)
    if (place >= 0) {
      await call('gateway.describe', { id })
      const input = { capability: id, arguments: need.arguments }
      const { result } = await call('workflow.start', { definitionId: 'proxy_default', input })
      if (result?.status !== 'executed') throw new Error(`${id} was not executed.`)
      return { rank: page * 10 + place + 1, answers, read: sum(Object.values(answers)), written }
    }
    if (nextCursor === undefined) break
    cursor = nextCursor
  }
  return { rank: null, answers, read: sum(Object.values(answers)), written }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

interface Answer {
  results?: { item: { id: string } }[]
  nextCursor?: string
  total?: number
  result?: { status: string }
}

/** Stands in for the service that the tools talk to: nothing leaves this machine. */
async function serveNothing(bench: Bench): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"message":"Request accepted"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  bench.onEnd(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function untilImported(client: BenchClient, tools: number): Promise<void> {
  await waitFor(`${tools} imported tools`, async () => {
    const answer = await client.ask<Answer>('gateway.search', { query: '', limit: 1 })
    return (answer.total ?? 0) >= tools ? answer : null
  })
}
