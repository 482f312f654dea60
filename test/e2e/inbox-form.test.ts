/** What a person fills in on a card: what is typed stays, is whole, and is what the workflow gets. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const fields = {
  note: { type: 'string', title: 'Note' },
  maybe: { type: ['string', 'null'], title: 'Remark' },
  at: { type: 'string', format: 'time', title: 'Time' },
  colour: { type: 'string', format: 'color', title: 'Colour' },
}
const answer = {
  title: 'Answer',
  target: 'answered',
  actor: 'human',
  summary: 'Answer it',
  inputSchema: { type: 'object', properties: fields },
  output: { given: '$.arguments' },
}
const workflows = {
  visit: {
    title: 'Visit',
    initialState: 'asked',
    states: { asked: { transitions: { answer } }, answered: { terminal: true } },
  },
}

describeWhere(['chromium'], 'A form on a card', () => {
  let opened: PeopleDesk
  beforeAll(async () => {
    opened = await openPeopleDesk(() => `workflows: ${JSON.stringify(workflows)}`)
  })
  afterAll(() => opened?.close())

  async function openForm(): Promise<string> {
    const { agent, desk } = opened
    const { workflowId } = (await agent.call('workflow.start', { definitionId: 'visit', input: {} })).answer
    await desk.goTo('Inbox')
    await desk.row('Answer it').first().click()
    await desk.outcome('Answer').and(opened.page.locator(':enabled')).waitFor()
    return workflowId
  }
  const field = (name: string) => opened.desk.item().getByRole('textbox', { name, exact: true })
  async function given(workflowId: string): Promise<unknown> {
    const { answer } = await opened.agent.call('workflow.get', { workflowId })
    return answer.context.given
  }
  const answered = async (workflowId: string) => {
    await opened.desk.outcome('Answer').click()
    await expect.poll(() => given(workflowId)).toBeDefined()
    return given(workflowId)
  }

  it('keeps whoever types in a field however long their text grows, and presses nothing [form.stays]', async () => {
    const { page } = opened
    const workflowId = await openForm()
    const text = `${'word '.repeat(35)}1 a 1`
    await field('Note').click()
    await page.keyboard.type(text)
    await field('Note').and(page.locator(':focus')).waitFor()
    expect(await field('Note').inputValue()).toBe(text)
    await page.keyboard.press('Enter')
    await page.keyboard.type('below')
    expect(await answered(workflowId)).toEqual({ note: `${text}\nbelow` })
  })

  it('breaks no line of a short text by Enter, and loses none that is pasted [form.stays]', async () => {
    const { page } = opened
    const workflowId = await openForm()
    await field('Note').click()
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await field('Remark').fill('first\nsecond')
    expect(await answered(workflowId)).toEqual({ note: 'one', maybe: 'first\nsecond' })
  })

  it('takes a time with its zone, and holds nothing where nothing is given [form.formats]', async () => {
    const workflowId = await openForm()
    expect(await field('Colour').inputValue()).toBe('')
    await field('Time').fill('14:30:00Z')
    expect(await answered(workflowId)).toEqual({ at: '14:30:00Z' })
  })
})
