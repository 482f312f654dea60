/** A step that nobody may take: the card says so at its button, and sends nobody to switch person. */
import { expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk } from '../support/people-desk.ts'

const workspace = (): string => `
people: { kim: { roles: [lead] } }
workflows:
  seal:
    title: Sealing
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Seal it, target: done, actor: human, guards: [{ kind: role, role: notary }] }
          stop: { title: Leave it, target: done, actor: human }
      done: { terminal: true }
`

describeWhere(['chromium'], 'a step that is refused to everybody', () => {
  it('says so at its button, with what to do; the other one can be chosen [card.nobody]', async ({
    onTestFinished,
  }) => {
    const opened = await openPeopleDesk(workspace)
    onTestFinished(() => opened.close())
    await opened.agent.call('workflow.start', { definitionId: 'seal', input: {} })
    await opened.desk.goTo('Inbox')
    await opened.desk.row(/seal/i).first().click()
    const decision = opened.page.getByRole('region', { name: 'Your decision' })
    await decision
      .getByText('Nobody can choose this. Only somebody with the role ‘notary’ can do this. Give the right')
      .waitFor()
    expect(await opened.desk.outcome('Seal it').isDisabled()).toBe(true)
    expect(await decision.getByRole('button', { name: 'Switch person' }).count()).toBe(0)
    await opened.desk.outcome('Leave it').and(opened.page.locator(':enabled')).waitFor()
  })
})
