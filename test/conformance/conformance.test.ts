import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway } from '../../src/main/gateway.ts'
import { createClients } from '../../src/main/mcp/clients.ts'
import { openMcpHttp } from '../../src/main/mcp/http/http.ts'
import { createActiveCalls } from '../../src/main/mcp/tools/active-calls.ts'
import { createSystemClock } from '../../src/main/runtime/system.ts'
import { openWithDoors } from '../mcp/support.ts'
import { openBearerFront } from './bearer-front.ts'
import { createFixtureServer } from './fixture-server.ts'
import { runSuite } from './run-suite.ts'

const REVISIONS = ['2025-11-25', '2026-07-28'] as const
const here = (name: string) => join(import.meta.dirname, name)
/** Several seconds each, on a machine that does other things too. */
const PATIENCE_MS = 180_000

/** The parts that the product itself has; that they ran is as important as that they passed. */
const OWN_SCENARIOS = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ],
}

/** Checks of scenarios that the product passes otherwise: each needs a tool, a prompt or a resource to ask for. */
const NEED_FIXTURES = [
  'server-stateless:sep-2575-server-rejects-undeclared-capability',
  'server-stateless:sep-2575-missing-capability-http-400',
  'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
  'server-stateless:sep-2575-server-no-log-without-loglevel',
  'caching:sep-2549-prompts-list-caching-hints',
  'caching:sep-2549-resources-list-caching-hints',
  'caching:sep-2549-resources-templates-list-caching-hints',
]

describe('the product', () => {
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const open = await openWithDoors()
    const front = await openBearerFront(open.doors.mcpUrl, open.token)
    url = front.url
    close = async () => {
      await front.close()
      await open.close()
    }
  })
  afterAll(() => close())

  it.each(REVISIONS)(
    'passes the official suite for %s but for what needs fixtures [conformance.product]',
    async (revision) => {
      const run = await runSuite(url, revision, here(`baseline-${revision}.yml`))
      expect(run.code, run.output.slice(-4000)).toBe(0)
      for (const scenario of OWN_SCENARIOS[revision])
        expect(run.passed[scenario], scenario).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )

  it.each(REVISIONS)(
    'has a baseline for %s that names only what the fixtures bring [conformance.product]',
    async (revision) => {
      const lines = (await readFile(here(`baseline-${revision}.yml`), 'utf8')).split('\n')
      const listed = lines.flatMap((line) => /^ {2}- (\S+)$/.exec(line)?.[1] ?? [])
      const needsFixtures =
        /^(logging-|completion-|tools-call-|elicitation-|resources-|prompts-|input-required-result-|sep-2164-)/
      expect(listed.length).toBeGreaterThan(0)
      expect(listed.filter((name) => !needsFixtures.test(name) && !NEED_FIXTURES.includes(name))).toEqual([])
    },
  )
})

describe('the product’s HTTP stack with the suite’s fixtures', () => {
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const clock = createSystemClock()
    const clients = createClients({
      clock,
      publish: () => undefined,
      configuration: () => ({ clients: {} }) as ReturnType<Gateway['configuration']>,
    })
    const quiet = () => undefined
    const http = await openMcpHttp({
      serverFactory: async () => createFixtureServer,
      calls: createActiveCalls(clock),
      identify: (token) => (token === 'fixture' ? 'local' : null),
      clients,
      clock,
      port: 0,
      log: { info: quiet, warn: quiet, error: quiet },
    })
    const front = await openBearerFront(http.url, 'fixture')
    url = front.url
    close = async () => {
      await front.close()
      await http.close()
      clients.close()
    }
  })
  afterAll(() => close())

  it.each(REVISIONS)(
    'passes everything that is scored for %s [conformance.fixtures]',
    async (revision) => {
      const run = await runSuite(url, revision, here('baseline-fixtures.yml'))
      expect(run.code, run.output.slice(-4000)).toBe(0)
      expect(run.passed['tools-call-with-progress']).toBeGreaterThan(0)
      expect(Object.keys(run.passed).length).toBeGreaterThan(30)
    },
    PATIENCE_MS,
  )
})
