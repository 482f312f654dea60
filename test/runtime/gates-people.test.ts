import { describe, expect, it } from 'vitest'
import { follow, pending, person, press, start } from '../support/gateway.ts'
import { countRuns, openWithCounter } from './counter.ts'
import { counting, gated, getRun, IMAGE, onlyItem } from './gated.ts'

const anna = person('anna')
const ben = person('ben')
const lead = (name: string) => person(name, { roles: ['lead'] })

async function waiting(approval: string, more = '') {
  const people = 'people: { anna: { roles: [lead] }, ben: { permissions: [deploy] } }'
  const gateway = await openWithCounter(`${gated(approval, more)}\n${people}\n`)
  const began = await start(gateway, 'deploy', counting(gateway))
  await follow(gateway, began, 'ship', IMAGE)
  return { gateway, began, item: await onlyItem(gateway) }
}

const CHOICE = `
workflows:
  review:
    initialState: ready
    states:
      ready:
        transitions:
          publish: { target: published, actor: human }
          drop: { target: dropped, actor: human }
      published: {}
      dropped: {}
`

describe('who decides', () => {
  it('a quorum counts different people, each a witness [R5.4] [R5.7]', async () => {
    const { gateway, began, item } = await waiting('{ quorum: 2 }')
    expect(await press(gateway, item.id, 'approve', { who: anna })).toMatchObject({
      kind: 'voted',
      missing: { people: 1 },
    })
    expect(await press(gateway, item.id, 'approve', { who: anna })).toMatchObject({
      kind: 'voted',
      missing: { people: 1 },
    })
    expect(await countRuns(gateway)).toBe(0)
    expect(await gateway.store.evidence(began.workflowId ?? '')).toEqual([])
    expect(await press(gateway, item.id, 'approve', { who: ben })).toMatchObject({ kind: 'decided' })
    expect(await countRuns(gateway)).toBe(1)
    const evidence = await gateway.store.evidence(began.workflowId ?? '')
    expect(evidence.filter(({ kind }) => kind === 'approval').map(({ by }) => by)).toEqual([
      'human:anna',
      'human:ben',
    ])
    await gateway.close()
  })

  it('with each approval the item is a later one than all that were looked at before [R5.4]', async () => {
    const { gateway, item } = await waiting('{ quorum: 3 }')
    const revisions = [item.revision]
    for (const who of [anna, ben]) {
      await press(gateway, item.id, 'approve', { who })
      revisions.push((await onlyItem(gateway)).revision)
    }
    expect(revisions.every((revision, index) => index === 0 || revision > (revisions[index - 1] ?? 0))).toBe(
      true,
    )
    await gateway.close()
  })

  it('of two at the same moment one takes the way, and the other one is told who did [R5.4]', async () => {
    const gateway = await openWithCounter(CHOICE)
    const began = await start(gateway, 'review')
    const { id } = await onlyItem(gateway)
    const look = async (who: typeof anna, outcome: string) => {
      const request = { approvalId: id, outcome, arguments: {} }
      const preview = await gateway.runtime.previewDecision(who, request)
      return { who, request: { ...request, comment: '', hash: preview?.hash ?? '' } }
    }
    const seen = [await look(anna, 'publish'), await look(ben, 'drop')]
    const results = await Promise.all(seen.map(({ who, request }) => gateway.runtime.decide(who, request)))
    expect(results.map(({ kind }) => kind).sort()).toEqual(['closed', 'decided'])
    const { state } = await getRun(gateway, began.workflowId)
    expect(state).toBe(results[0]?.kind === 'decided' ? 'published' : 'dropped')
    await gateway.close()
  })

  it('what each of several approves was asked for once, in the log, too [R5.4]', async () => {
    const { gateway, began, item } = await waiting('{ quorum: 2 }')
    await press(gateway, item.id, 'approve', { who: anna })
    await press(gateway, item.id, 'approve', { who: ben })
    const { items } = await gateway.store.audit({ workflowId: began.workflowId ?? '' }, { limit: 50 })
    const log = items.map(({ eventType }) => eventType).filter((type) => type.startsWith('human.approval'))
    expect(log.toReversed()).toEqual([
      'human.approval.requested',
      'human.approval.decided',
      'human.approval.decided',
    ])
    await gateway.close()
  })

  it('of two at the same moment nobody lets it run who was told that another one is still to be asked [R5.4] [inbox.last-vote]', async () => {
    const { gateway, item } = await waiting('{ quorum: 2 }')
    const people = [anna, ben]
    const results = await Promise.all(people.map((who) => press(gateway, item.id, 'approve', { who })))
    expect(results.map(({ kind }) => kind).sort()).toEqual(['changed', 'voted'])
    expect(await countRuns(gateway)).toBe(0)
    const second = people[results.findIndex(({ kind }) => kind === 'changed')]
    expect(await press(gateway, item.id, 'approve', { who: second ?? expect.fail() })).toMatchObject({
      kind: 'decided',
    })
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('one refusal ends it, whatever was approved before [R5.4]', async () => {
    const { gateway, began, item } = await waiting('{ quorum: 2 }')
    await press(gateway, item.id, 'approve', { who: anna })
    expect(await press(gateway, item.id, 'refuse', { who: ben })).toMatchObject({ kind: 'decided' })
    expect(await pending(gateway)).toEqual([])
    expect((await getRun(gateway, began.workflowId)).error?.code).toBe('APPROVAL_DENIED')
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })

  it('the gate’s own rule, else that of its queue [R5.4]', async () => {
    const own = await waiting('{ by: { role: lead } }')
    expect(await press(own.gateway, own.item.id, 'approve', { who: anna })).toMatchObject({
      kind: 'not_allowed',
      message: expect.stringContaining('lead'),
    })
    expect(await press(own.gateway, own.item.id, 'refuse', { who: anna })).toMatchObject({
      kind: 'not_allowed',
    })
    expect(await press(own.gateway, own.item.id, 'approve', { who: lead('anna') })).toMatchObject({
      kind: 'decided',
    })
    await own.gateway.close()
    const queued = await waiting('{ queue: ops }', ', queues: { ops: { permission: deploy } }')
    expect(await press(queued.gateway, queued.item.id, 'approve', { who: lead('anna') })).toMatchObject({
      kind: 'not_allowed',
    })
    const allowed = person('ben', { permissions: ['deploy'] })
    expect(await press(queued.gateway, queued.item.id, 'approve', { who: allowed })).toMatchObject({
      kind: 'decided',
    })
    await queued.gateway.close()
  })

  it('gates of both levels must be opened, each by its own people [R5.1] [R5.4]', async () => {
    const yaml = gated('{ by: { role: lead } }')
      .replace('kind: cli, command: NODE', 'kind: cli, connection: node')
      .concat('connections:\n  node: { kind: cli, command: NODE, approval: { by: { role: ops } } }\n')
      .concat('people: { anna: { roles: [lead] }, ben: { roles: [ops] } }\n')
    const gateway = await openWithCounter(yaml)
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    const { id } = await onlyItem(gateway)
    expect(await press(gateway, id, 'approve', { who: lead('anna') })).toMatchObject({ kind: 'voted' })
    const ops = person('ben', { roles: ['ops'] })
    expect(await press(gateway, id, 'approve', { who: ops })).toMatchObject({ kind: 'decided' })
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('not whoever asked or started it, where that is declared or several are needed [R5.4]', async () => {
    for (const gate of ['{ notRequester: true }', '{ quorum: 2 }']) {
      const gateway = await openWithCounter(gated(gate))
      const began = await start(gateway, 'deploy', counting(gateway), anna as never)
      await follow(gateway, began, 'ship', IMAGE, ben)
      const item = await onlyItem(gateway)
      for (const who of [anna, ben])
        expect(await press(gateway, item.id, 'approve', { who })).toMatchObject({ kind: 'not_allowed' })
      const carl = await press(gateway, item.id, 'approve', { who: person('carl') })
      expect(['voted', 'decided']).toContain(carl.kind)
      await gateway.close()
    }
  })

  it('lets through what another person fired, of a step that only people fire [R5.4]', async () => {
    const gateway = await openWithCounter(`
workflows:
  outer:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: done, actor: human, approval: { required: true, quorum: 2 }, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
      done: {}
`)
    const began = await start(gateway, 'outer', counting(gateway))
    const [choice] = await pending(gateway)
    await press(gateway, choice?.id ?? '', 'ship', { who: anna })
    const held = (await pending(gateway)).find(({ kind }) => kind === 'gate')
    expect(held).toMatchObject({ requestedBy: 'human:anna' })
    for (const who of [ben, person('carl')]) await press(gateway, held?.id ?? '', 'approve', { who })
    expect(await countRuns(gateway)).toBe(1)
    expect((await getRun(gateway, began.workflowId)).state).toBe('done')
    await gateway.close()
  })

  it('an item that is given to somebody may be taken back; nobody loses a vote by it [gate.words]', async () => {
    const { gateway, item } = await waiting('{ quorum: 2 }')
    await press(gateway, item.id, 'approve', { who: anna })
    const given = await gateway.runtime.assign(anna, { approvalId: item.id, to: 'human:ben' })
    expect(given).toMatchObject({ kind: 'assigned', approval: { assignedTo: 'human:ben' } })
    expect(await press(gateway, item.id, 'approve', { who: ben })).toMatchObject({ kind: 'decided' })
    expect(await gateway.runtime.assign(anna, { approvalId: item.id, to: null })).toMatchObject({
      kind: 'closed',
    })
    await gateway.close()
  })
})

describe('edited arguments', () => {
  it('run instead, within the schema, and both are remembered [gate.edited]', async () => {
    const { gateway, began, item } = await waiting('{ required: true }')
    const edited = { image: '"v2"' }
    const result = await press(gateway, item.id, 'approve', { arguments: edited })
    expect(result).toMatchObject({
      kind: 'decided',
      approval: {
        step: { arguments: IMAGE },
        decision: { arguments: edited },
        held: { edited: { by: 'human:anna' } },
      },
    })
    expect(await getRun(gateway, began.workflowId)).toMatchObject({ state: 'shipped', context: edited })
    const { items } = await gateway.store.audit({ eventTypes: ['human.approval.decided'] }, { limit: 9 })
    expect(items[0]?.payload).toMatchObject({ asked: IMAGE, edited })
    await gateway.close()
  })

  it('that do not fit are refused, and nothing runs [gate.edited]', async () => {
    const { gateway, item } = await waiting('{ required: true }')
    const result = await press(gateway, item.id, 'approve', { arguments: { image: 7 } })
    expect(result).toMatchObject({ kind: 'rejected', details: [{ path: 'image' }] })
    expect(await pending(gateway)).toHaveLength(1)
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })

  it('void the votes before them [R5.4] [gate.edited]', async () => {
    const { gateway, began, item } = await waiting('{ quorum: 2 }')
    await press(gateway, item.id, 'approve', { who: anna })
    const edited = { image: '"v2"' }
    expect(await press(gateway, item.id, 'approve', { who: ben, arguments: edited })).toMatchObject({
      kind: 'voted',
      missing: { people: 1 },
    })
    expect(await countRuns(gateway)).toBe(0)
    // What is on the card now is what Ben proposes.
    expect(await press(gateway, item.id, 'approve', { who: anna })).toMatchObject({ kind: 'decided' })
    expect(await getRun(gateway, began.workflowId)).toMatchObject({ context: edited })
    await gateway.close()
  })

  it('a vote is bound to what was seen: another version of the card does not count [R5.2]', async () => {
    const { gateway, item } = await waiting('{ required: true }')
    const preview = await gateway.runtime.previewDecision(anna, {
      approvalId: item.id,
      outcome: 'approve',
      arguments: IMAGE,
    })
    const result = await gateway.runtime.decide(anna, {
      approvalId: item.id,
      outcome: 'approve',
      arguments: { image: '"v2"' },
      comment: '',
      hash: preview?.hash ?? '',
    })
    expect(result).toEqual({ kind: 'changed' })
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })
})
