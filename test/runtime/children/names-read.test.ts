/** What a workflow is called, and in which state it ended, is read by whoever started it. */
import { expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { loadText } from '../../config/reload/load-text.ts'
import { agent } from '../../support/gateway.ts'
import { openSmallWorld } from '../small-world.ts'

const WIPE = '{ kind: cli, command: wipe }'
const family = (kid: string) => `
workflows:
  ${kid}: { initialState: a, states: { a: { transitions: { ok: { target: b, actor: deterministic } } }, b: {} } }
  w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: ${kid} }, output: { t: { concat: ["$.output"] } } } } }, b: { transitions: { wipe: { target: c, guards: [{ kind: expr, expr: "!($.context.t contains 'kid')" }], executor: ${WIPE} } } }, c: {} } }
`

it('a run of it under another name opens what that text held, and the change of its name is named [weaker.unproven]', async () => {
  const [before, after] = [await loadText(family('kid')), await loadText(family('lad'))]
  const tried = async (configuration: typeof before) => {
    const world = openSmallWorld(configuration, () => ({}))
    const { response } = await world.runtime.start(agent(), { definitionId: 'w', input: {} })
    const { workflowId = '' } = response
    const runOf = () => world.store.run(workflowId)
    const fire = async (transition: string) => {
      const expectedVersion = (await runOf())?.version ?? 0
      return world.runtime.submit(agent(), { workflowId, expectedVersion, transition, arguments: {} })
    }
    await fire('go')
    await expect.poll(async () => (await runOf())?.state).toBe('b')
    await fire('wipe')
    return world.ran.length
  }
  expect(await tried(before)).toBe(0)
  expect(await tried(after)).toBe(1)
  expect(compareConfigurations(before, after).weaker).toContain('The workflow ‘lad’ is new.')
})

const ended = (end: string) => `
workflows:
  kid: { initialState: a, states: { a: { transitions: { skip: { target: ${end}, actor: deterministic } } }, ${end}: {} } }
  w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: kid }, branches: [{ when: { kind: expr, expr: "$.output.workflow.state != '${end}'" }, target: c }] } } }, b: {}, c: { transitions: { wipe: { target: b, executor: ${WIPE} } } } } }
`

it('a run that began before knows an end by its old name, so a new one is named, though all that read it have it, too [weaker.unproven]', async () => {
  const [before, after] = [await loadText(ended('skipped')), await loadText(ended('omitted'))]
  const goes = async (first: typeof before, then: typeof before) => {
    const world = openSmallWorld(first, () => ({}))
    const { response } = await world.runtime.start(agent(), { definitionId: 'w', input: {} })
    const { workflowId = '', version: expectedVersion = 0 } = response
    world.catalog.replace(then)
    await world.runtime.submit(agent(), { workflowId, expectedVersion, transition: 'go', arguments: {} })
    const stateOf = async () => (await world.store.run(workflowId))?.state
    await expect.poll(stateOf).not.toBe('a')
    return stateOf()
  }
  expect(await goes(before, before)).toBe('b')
  expect(await goes(after, after)).toBe('b')
  expect(await goes(before, after)).toBe('c')
  expect(compareConfigurations(before, after).risk?.level).toBe('high')
})
