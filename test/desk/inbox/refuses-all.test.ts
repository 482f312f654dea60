import { expect, it } from 'vitest'
import { follow, start } from '../../support/gateway.ts'
import { ask } from '../fixture.ts'
import { openInbox } from '../inbox-fixture.ts'

const PEOPLE = 'people: { anna: { roles: [a] }, ben: { roles: [b] } }\napprovals: { holdMs: 0 }\n'
const choice = (guards: string, more = '', people = PEOPLE) =>
  `${people}workflows:\n  w:\n    initialState: s\n    states:\n      s:\n        transitions:\n          yes: { target: e, actor: human, guards: [${guards}] }\n          no: { target: e, actor: human }\n${more}      e: {}\n`
const held = (approval: string) =>
  `${PEOPLE}workflows:\n  w:\n    initialState: s\n    states:\n      s: { transitions: { go: { target: e, approval: ${approval} } } }\n      e: {}\n`

/** What the card says of each of its buttons. */
async function told(yaml: string, submit = false) {
  const { gateway, desk, session } = await openInbox({}, yaml)
  const began = await start(gateway, 'w', {})
  if (submit) await follow(gateway, began, 'go', {})
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  const { outcomes } = await ask(desk, session, 'inbox.item', { id: item?.id ?? '' })
  return Object.fromEntries(outcomes.map(({ name, refusesAll }) => [name, refusesAll ?? null]))
}

const BACK = '          again: { target: s, actor: human }\n'

it('a button that is refused to everybody says so, with what to do [card.nobody]', async () => {
  expect(await told(choice('{ kind: role, role: boss }'))).toEqual({
    yes: 'Nobody can choose this. Only somebody with the role ‘boss’ can do this. Give the right to somebody under ‘people’ in the settings file.',
    no: null,
  })
  const both = await told(choice('{ kind: role, role: a }, { kind: role, role: b }'))
  expect(both.yes).toContain('Nobody can choose this.')
  const approved = '{ kind: evidence, requires: [human_request] }'
  expect((await told(choice(approved))).yes).toContain(
    'Nobody can choose this, now or later. Evidence: 0 of 1 needed ‘human_request’. Choose another way, or cancel the run.',
  )
  expect((await told(choice('{ kind: fired, step: no }'))).yes).toContain(
    'Nobody can choose this, now or later. ‘no’ has not been fired in this run.',
  )
})

it('not one that somebody else may press, or that may pass later [card.nobody]', async () => {
  expect((await told(choice('{ kind: role, role: a }'))).yes).toBeNull()
  const twice = '{ kind: evidence, requires: { kind: human_decision, count: 2, distinct: true } }'
  expect((await told(choice(twice, BACK))).yes).toBeNull()
  expect((await told(choice('{ kind: fired, step: again }', BACK))).yes).toBeNull()
  expect((await told(choice("{ kind: expr, expr: '$.context.done == true' }", BACK))).yes).toBeNull()
  expect((await told(choice("{ kind: expr, expr: '$.arguments.done == true' }"))).yes).toBeNull()
})

it('gates that nobody may open, or too few, say so [card.nobody]', async () => {
  const nobody = await told(held('{ required: true, by: { role: boss } }'), true)
  expect(nobody.approve).toContain(
    'Nobody can choose this. Only people with the role ‘boss’ may decide this.',
  )
  expect(nobody.refuse).toContain('Nobody can choose this.')
  const few = await told(held('{ required: true, quorum: 2, by: { role: a } }'), true)
  expect(few.approve).toContain('This can never be approved. 2 more people must approve it, and only 1 may.')
  expect(few.refuse).toBeNull()
  expect(await told(held('{ required: true, by: { role: a } }'), true)).toEqual({
    approve: null,
    refuse: null,
  })
})
