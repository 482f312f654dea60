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

async function openSealing(onTestFinished: (task: () => Promise<void>) => void) {
  const opened = await openPeopleDesk(workspace)
  onTestFinished(() => opened.close())
  await opened.agent.call('workflow.start', { definitionId: 'seal', input: {} })
  await opened.desk.goTo('Inbox')
  await opened.desk.row(/seal/i).first().click()
  return { opened, decision: opened.page.getByRole('region', { name: 'Your decision' }) }
}

describeWhere(['chromium'], 'a step that is refused to everybody', () => {
  it('says so at its button, with what to do; the other one can be chosen [card.nobody]', async ({
    onTestFinished,
  }) => {
    const { opened, decision } = await openSealing(onTestFinished)
    await decision
      .getByText('Nobody can choose this. Only somebody with the role ‘notary’ can do this. Give the right')
      .waitFor()
    expect(await opened.desk.outcome('Seal it').isDisabled()).toBe(true)
    expect(await decision.getByRole('button', { name: 'Switch person' }).count()).toBe(0)
    await opened.desk.outcome('Leave it').and(opened.page.locator(':enabled')).waitFor()
  })

  it('takes a comment as long as fits, and says so where there was more [card.comment-full]', async ({
    onTestFinished,
  }) => {
    const { opened, decision } = await openSealing(onTestFinished)
    const comment = decision.getByRole('textbox', { name: 'Comment' })
    const full = decision.getByText('At most 10,000 characters fit in here. What was more is left out.')
    await comment.fill('x'.repeat(9_999))
    expect(await full.count()).toBe(0)
    await comment.press('End')
    await opened.page.keyboard.insertText('yz')
    await full.waitFor()
    expect((await comment.inputValue()).slice(9_998)).toBe('xy')
  })
})
