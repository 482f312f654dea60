import { join, resolve } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { agent, follow, pending, press, start } from '../support/gateway.ts'

/** The file as it is shipped, with a data folder of its own. */
const it = test.extend('openExample', ({ folder, openGateway }) => (name: string) => {
  const configuration = resolve('resources/examples', name)
  return openGateway('', { configuration, folder, dataFolder: join(folder, 'data') })
})

describe('the examples of the seeds', () => {
  it('release.promote is found by its alias and runs [engine.examples]', async ({ openExample }) => {
    const gateway = await openExample('release-promote.yaml')
    const found = (await gateway.discovery.search(agent(), { query: 'deploy' })).answer
    expect(found.results).toMatchObject([{ item: { id: 'release.promote' } }])
    const response = await start(gateway, 'proxy_default', {
      capability: 'release.promote',
      arguments: { manifest: 'release.yaml' },
    })
    expect(response).toMatchObject({
      result: { status: 'executed' },
      context: { lastResult: { success: true } },
    })
    expect(JSON.stringify(response.context)).toContain('release.yaml')
  })

  it('content_review goes from draft to published by a person [engine.examples]', async ({ openExample }) => {
    const gateway = await openExample('content-review.yaml')
    const drafting = await start(gateway, 'content_review')
    const review = await follow(gateway, drafting, 'submit_draft', { content: 'A text.' })
    expect((await follow(gateway, review, 'approve')).error?.code).toBe('ACTOR_MISMATCH')
    const [first] = await pending(gateway)
    await press(gateway, first?.id ?? '', 'request_changes', { comment: 'Shorter' })
    const again = (await gateway.runtime.get(agent(), { workflowId: review.workflowId ?? '' })).response
    expect(again).toMatchObject({ state: 'drafting', version: 3 })
    // What a person said stands until the agent acts again.
    const said = async () => (await gateway.store.run(review.workflowId ?? ''))?.personSaid
    expect(await said()).toMatchObject({ comment: 'Shorter' })
    await follow(gateway, again, 'submit_draft', { content: 'Text.' })
    expect(await said()).toBeNull()
    const [second] = await pending(gateway)
    await press(gateway, second?.id ?? '', 'approve')
    const done = (await gateway.runtime.get(agent(), { workflowId: review.workflowId ?? '' })).response
    expect(done).toMatchObject({
      state: 'published',
      terminal: true,
      result: { status: 'completed' },
      links: [],
    })
  })

  it('deploy_pipeline chains to the decision in one call, then deploys [engine.examples]', async ({
    openExample,
  }) => {
    const gateway = await openExample('deploy-pipeline.yaml')
    const ready = await start(gateway, 'deploy_pipeline', { service: 'payments' })
    expect(ready).toMatchObject({
      state: 'ready_to_deploy',
      version: 4,
      result: { status: 'started' },
      context: { lintPassed: true, testsPassed: true },
    })
    expect(ready.chain?.map((step) => step.transition)).toEqual(['run_lint', 'run_tests', 'build_artifact'])
    expect(ready.links.map((link) => link.rel)).toEqual(['deploy', 'abort'])
    const deploy = ready.links[0]
    expect(deploy?.args.arguments).toEqual({ artifact: ready.context?.artifactId, env: 'staging' })
    const deployed = await follow(gateway, ready, 'deploy', deploy?.args.arguments as never)
    expect(deployed).toMatchObject({
      state: 'deployed',
      version: 5,
      terminal: true,
      result: { status: 'completed' },
    })
  })
})
