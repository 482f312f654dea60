/** A card of as much as may wait for a person: whoever writes on it is not held up by it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const WORKSPACE = `
approvals: { holdMs: 0 }
workflows:
  note:
    title: Note
    initialState: ready
    states:
      ready:
        transitions:
          write:
            title: Write it
            summary: "Write {name}"
            target: done
            approval: { required: true }
            inputSchema: { type: object, properties: { name: { type: string }, text: { type: string } } }
      done: { terminal: true }
`

describeWhere(['chromium'], 'A large card', () => {
  let opened: PeopleDesk
  beforeAll(async () => {
    opened = await openPeopleDesk(() => WORKSPACE)
  })
  afterAll(() => opened?.close())

  async function ask(name: string, text: string): Promise<void> {
    const { agent } = opened
    const { workflowId } = (await agent.call('workflow.start', { definitionId: 'note', input: {} })).answer
    const call = { workflowId, expectedVersion: 1, transition: 'write', arguments: { name, text } }
    await agent.call('workflow.submit', call)
  }

  /** Milliseconds that the page takes for a key, as far as nothing else of the machine has held it up. */
  async function typeOn(name: string): Promise<number> {
    const { desk, page } = opened
    await desk.row(new RegExp(`Write .*${name}`)).click()
    await desk
      .item()
      .getByRole('heading', { name: new RegExp(name) })
      .waitFor()
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('a')
    return await comment.evaluate(async (field) => {
      const times: number[] = []
      field.focus()
      for (let key = 0; key < 10; key += 1) {
        const before = performance.now()
        document.execCommand('insertText', false, 'b')
        await new Promise<void>((resolve) => queueMicrotask(resolve))
        times.push(performance.now() - before)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return Math.min(...times)
    })
  }

  it('takes a comment as fast as a small one [card.large-typing]', async () => {
    await ask('small', 'a few words')
    await ask('large', 'some words '.repeat(80_000))
    await opened.desk.goTo('Inbox')
    const small = await typeOn('small')
    expect(await typeOn('large')).toBeLessThan(4 * small + 8)
  })
})
