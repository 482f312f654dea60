import { describe, expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { follow, pending, start } from '../support/gateway.ts'

const it = test.extend(
  'open',
  ({ openGateway }) =>
    (states: string, more = '') =>
      openGateway(`
workflows:
  work:
    initialState: draft
    initialContext: { ready: false, other: false }
    ${more}
    states:
${states}
`),
)

describe('a system transition', () => {
  const STATES = `
      draft:
        transitions:
          note: { target: draft, output: { ready: "$.arguments.ready", other: "$.arguments.other" } }
          ask: { target: done, actor: human }
          publish: { target: published, actor: system, guards: [{ kind: expr, expr: "$.context.ready == true" }] }
          archive: { target: done, actor: system, guards: [{ kind: expr, expr: "$.context.other == true" }] }
      published: { transitions: { close: { target: done } } }
      done: {}
`

  it('fires by itself as soon as its guards pass, and is never offered [engine.system]', async ({ open }) => {
    const opened = await open(STATES)
    const began = await start(opened, 'work')
    expect(began).toMatchObject({ state: 'draft', version: 1 })
    expect(began.links.map((link) => link.rel)).not.toContain('publish')
    const still = await follow(opened, began, 'note', { ready: false })
    expect(still).toMatchObject({ state: 'draft', version: 2 })
    expect(await pending(opened)).toHaveLength(1)
    const moved = await follow(opened, still, 'note', { ready: true })
    expect(moved).toMatchObject({
      state: 'published',
      version: 4,
      chain: [{ transition: 'publish', fromState: 'draft', toState: 'published' }],
    })
    expect(await pending(opened)).toHaveLength(0)
  })

  it('cannot be submitted by anybody [engine.system]', async ({ open }) => {
    const opened = await open(STATES)
    const began = await start(opened, 'work')
    expect((await follow(opened, began, 'publish')).error?.code).toBe('ACTOR_MISMATCH')
  })

  it('that fails cannot be recovered by anybody, as a step of a chain can [engine.system] [R4.5]', async ({
    open,
  }) => {
    for (const [actor, links] of [
      ['system', []],
      ['deterministic', ['publish']],
    ] as const) {
      const executor = '{ kind: cli, command: "false" }'
      const opened = await open(`
      draft: { transitions: { note: { target: ready } } }
      ready: { transitions: { publish: { target: done, actor: ${actor}, executor: ${executor} } } }
      done: {}
`)
      const failed = await follow(opened, await start(opened, 'work'), 'note')
      expect(failed).toMatchObject({ state: 'ready', error: { code: 'CHAIN_FAILED' } })
      expect(failed.links.map(({ rel }) => rel).filter((rel) => rel === 'publish')).toEqual(links)
      const run = await opened.store.run(failed.workflowId ?? '')
      expect(run?.failure?.recovery?.transition).toBe(links[0])
    }
  })

  it('does not choose between two [engine.system]', async ({ open }) => {
    const opened = await open(STATES)
    const began = await start(opened, 'work')
    const failed = await follow(opened, began, 'note', { ready: true, other: true })
    expect(failed).toMatchObject({ state: 'draft', version: 2, error: { code: 'CHAIN_FAILED' } })
    expect(failed.error?.message).toContain('‘publish’, ‘archive’')
    // People and agents can still go on.
    expect(failed.links.map((link) => link.rel)).toContain('note')
    expect(await follow(opened, failed, 'note', { ready: true })).toMatchObject({ state: 'published' })
  })

  it('that leads back to itself ends at the limit of a chain [engine.system]', async ({ open }) => {
    const opened = await open(
      `
      draft: { transitions: { again: { target: draft, actor: system }, stop: { target: done } } }
      done: {}
`,
      'maxChainDepth: 7',
    )
    const began = await start(opened, 'work')
    expect(began).toMatchObject({ version: 8, error: { code: 'CHAIN_FAILED' } })
    expect(await follow(opened, began, 'stop')).toMatchObject({ state: 'done' })
  })
})

describe('evidence that a transition declares', () => {
  it('is recorded when it completes, by whoever fired it, and guards see it at once [engine.evidence]', async ({
    open,
  }) => {
    const opened = await open(`
      draft:
        transitions:
          check:
            target: checked
            evidence: [{ kind: review, summary: "{arguments.who} looked at it", data: { score: "$.arguments.score" } }]
            branches: [{ when: { kind: evidence, requires: [review] }, target: approved }]
      checked: {}
      approved: { transitions: { go: { target: checked } } }
`)
    const began = await start(opened, 'work')
    const response = await follow(opened, began, 'check', { who: 'Ada', score: 3 })
    expect(response).toMatchObject({ state: 'approved', evidence: [{ kind: 'review' }] })
    const [evidence] = await opened.store.evidence(began.workflowId ?? '')
    expect(evidence).toMatchObject({ kind: 'review', by: 'agent:local', version: 1, data: { score: 3 } })
    expect(evidence?.summary).toContain('Ada')
  })
})
