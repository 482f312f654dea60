/** A question with several answers whose step fails: the card says what was answered, and what is told of it stays in its place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

/** The first time it says why, at length. */
const FAIL =
  'const fs = require("fs"); const [, first] = process.argv; if (!fs.existsSync(first)) { fs.writeFileSync(first, ""); console.error("out of order. ".repeat(60)) } process.exit(3)'

const workspace = (folder: string) => `
connections:
  node: { kind: cli, command: ${JSON.stringify(process.execPath)} }
workflows:
  night:
    title: Nightly backup
    initialState: ready
    initialContext: { disk: full }
    states:
      ready:
        transitions:
          whole: { title: Back up all of it, target: done, actor: human }
          part:
            title: Back up a part
            target: done
            actor: human
            executor: { kind: cli, connection: node, args: ['-e', '${FAIL}', '${folder}/first'] }
      done: { terminal: true }
`

describeWhere(['chromium'], 'An answer among several', () => {
  let opened: PeopleDesk
  beforeAll(async () => {
    opened = await openPeopleDesk(workspace)
  })
  afterAll(() => opened?.close())

  const answer = async () => {
    const { page, desk } = opened
    await desk.row(/Nightly backup/).click()
    await desk.readAll()
    await desk.outcome('Back up a part').and(page.locator(':enabled')).click()
    await page.getByRole('region', { name: 'Decided' }).getByText('‘Back up a part’ failed.').waitFor()
  }

  it('is no refusal where it is asked again, and what was told of it lies on nothing else [card.again] [screens.toasts]', async () => {
    const { page, desk, agent } = opened
    await agent.call('workflow.start', { definitionId: 'night', input: {} })
    await desk.goTo('Inbox')
    await answer()
    await answer()
    await desk.row(/Nightly backup/).click()
    const card = desk.item()
    await card.getByText('Nothing changed since you answered it').waitFor()
    await card.getByText('The answer was ‘Back up a part’.').waitFor()
    expect(await card.getByText(/refused/).count()).toBe(0)
    const told = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect.poll(() => told.count()).toBe(2)
    const strip = page.getByRole('contentinfo').getByText(/^http:/)
    await page.mouse.move(700, 400)
    const covers = () =>
      strip.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return [0.1, 0.5, 0.9].filter(
          (share) => !document.elementFromPoint(left + width * share, top + height / 2)?.closest('footer'),
        )
      })
    await expect.poll(covers).toEqual([])
  })
})
