import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect } from 'vitest'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { openGateway } from '../../src/main/gateway.ts'
import type { AgentPrincipal } from '../../src/main/model/principal.ts'
import { test } from '../support/fixtures.ts'
import { CONTENT_REVIEW, DEPLOY_PIPELINE, RELEASE_PROMOTE } from './seed-texts.ts'

const FOLDER = 'resources/examples'
const AGENT: AgentPrincipal = {
  kind: 'agent',
  id: 'agent:test',
  client: 'local',
  label: 'test',
  roles: [],
  permissions: [],
  tags: null,
  sees: 'own',
}
const quiet = { info() {}, warn() {}, error() {} }

const it = test.extend('openExample', ({ folder }, { onCleanup }) => async (name: string) => {
  const gateway = await openGateway({
    configuration: resolve(FOLDER, name),
    dataFolder: folder,
    environment: { PATH: process.env.PATH, HOME: process.env.HOME },
    version: '0.0.0',
    log: quiet,
    node: process.execPath,
    modules: resolve('node_modules'),
  })
  onCleanup(gateway.close)
  return gateway.runtime
})

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

const EXAMPLES: [string, string, string[]][] = [
  [
    'release-promote.yaml',
    RELEASE_PROMOTE,
    ['version: "1.0.0"', 'connections:', 'kubectl:', 'kind: cli', 'command: kubectl'],
  ],
  ['content-review.yaml', CONTENT_REVIEW, ['version: "1.0.0"']],
  ['deploy-pipeline.yaml', DEPLOY_PIPELINE, ['version: "1.0.0"']],
]

describe('weekly-report.yaml [config.examples]', () => {
  it('falls back where the service does not answer', async ({ openExample }) => {
    const runtime = await openExample('weekly-report.yaml')
    const { response } = await runtime.start(AGENT, {
      definitionId: 'proxy_default',
      input: { capability: 'tickets.count', team: 'payments' },
    })
    expect(response.result.status).toBe('executed')
    expect(response.context?.lastResult).toMatchObject({ exitCode: 0, json: { count: 47 } })
  })

  it('holds what its gate covers, for two people of the queue', async ({ openExample }) => {
    const runtime = await openExample('weekly-report.yaml')
    const { response } = await runtime.start(AGENT, {
      definitionId: 'proxy_default',
      input: { capability: 'archive.store', report: 'week 12' },
    })
    expect(response.result.status).toBe('waiting_for_action')
  })

  it('runs its steps up to the decision of a person', async ({ openExample }) => {
    const runtime = await openExample('weekly-report.yaml')
    const { response } = await runtime.start(AGENT, {
      definitionId: 'weekly_report',
      input: { team: 'payments' },
    })
    expect(response.state).toBe('look')
    expect(response.context).toMatchObject({ tickets: 47, quality: { passed: true } })
    expect(response.links.map(({ rel, actor }) => [rel, actor])).toContainEqual(['approve', 'human'])
  })
})

describe('the examples of the seeds [config.examples]', () => {
  it.each(EXAMPLES)(
    '%s is the text of the seed, with no more than what it needs before it',
    async (name, seed, supplied) => {
      const lines = linesOf(await readFile(join(FOLDER, name), 'utf8'))
      expect(lines).toEqual([...supplied, ...linesOf(seed)])
    },
  )

  it('load without a problem, all of them', async () => {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.yaml'))
    expect(files.sort()).toEqual([...EXAMPLES.map(([name]) => name), 'weekly-report.yaml'].sort())
    for (const name of files) {
      const { configuration, problems } = await loadConfiguration(join(FOLDER, name), {})
      expect(problems, name).toEqual([])
      expect(configuration, name).not.toBeNull()
    }
  })

  it('release.promote runs, found in the folder `programs`', async ({ openExample }) => {
    const runtime = await openExample('release-promote.yaml')
    const { response } = await runtime.start(AGENT, {
      definitionId: 'proxy_default',
      input: { capability: 'release.promote', manifest: 'release.yaml' },
    })
    expect(response.result.status).toBe('executed')
    expect(response.context?.lastResult).toMatchObject({
      exitCode: 0,
      text: 'release.yaml configured (stand-in: no cluster was touched)',
    })
  })

  it('deploy_pipeline runs through lint, test and build by itself and deploys on one submit', async ({
    openExample,
  }) => {
    const runtime = await openExample('deploy-pipeline.yaml')
    const { response } = await runtime.start(AGENT, {
      definitionId: 'deploy_pipeline',
      input: { service: 'payments' },
    })
    expect(response.state).toBe('ready_to_deploy')
    expect(response.context).toMatchObject({
      lintPassed: true,
      testsPassed: true,
      testCount: 47,
      coverage: 92.3,
    })
    const deploy = response.links.find(({ rel }) => rel === 'deploy')
    expect(deploy?.args.arguments).toEqual({ artifact: response.context?.artifactId, env: 'staging' })
    const { response: deployed } = await runtime.submit(AGENT, {
      workflowId: String(response.workflowId),
      expectedVersion: Number(response.version),
      transition: 'deploy',
      arguments: {},
    })
    expect(deployed).toMatchObject({ state: 'deployed', terminal: true, result: { status: 'completed' } })
  })

  it('content_review waits for a person', async ({ openExample }) => {
    const runtime = await openExample('content-review.yaml')
    const { response } = await runtime.start(AGENT, { definitionId: 'content_review', input: {} })
    const { response: submitted } = await runtime.submit(AGENT, {
      workflowId: String(response.workflowId),
      expectedVersion: 1,
      transition: 'submit_draft',
      arguments: { content: 'Hello.' },
    })
    expect(submitted).toMatchObject({ state: 'in_review', version: 2 })
    const { response: refused } = await runtime.submit(AGENT, {
      workflowId: String(response.workflowId),
      expectedVersion: 2,
      transition: 'approve',
      arguments: {},
    })
    expect(refused.error?.code).toBe('ACTOR_MISMATCH')
  })
})
