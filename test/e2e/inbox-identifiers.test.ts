/** Identifiers with hyphens in the titles of a list: whoever reads them finds them in one piece. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWhere } from '../support/needs.ts'
import { openPeopleDesk, type PeopleDesk } from '../support/people-desk.ts'

const REGION = 'us-east-1'
const LONG = 'a-name-of-many-words-'.repeat(5)
const NAMES = [...Array.from({ length: 9 }, (_, more) => `shop${'x'.repeat(3 * more)}`), LONG]
const YAML = `
approvals: { holdMs: 0 }
workflows:
  release:
    initialState: ready
    states:
      ready:
        transitions:
          ship:
            target: done
            summary: "Ship {name} to {region} in test-run-7 mode"
            inputSchema: { type: object, properties: { name: { type: string }, region: { type: string } } }
            executor: { kind: noop }
            approval: { required: true }
      done: { terminal: true }
`

let opened: PeopleDesk

describeWhere(['chromium'], 'Identifiers with hyphens', () => {
  beforeAll(async () => {
    opened = await openPeopleDesk(() => YAML)
    for (const name of NAMES) {
      const { answer } = await opened.agent.call('workflow.start', { definitionId: 'release', input: {} })
      const link = answer.links.find(({ rel }) => rel === 'ship')
      await opened.agent.call('workflow.submit', { ...link?.args, arguments: { name, region: REGION } })
    }
  })
  afterAll(() => opened?.close())

  it.each([1000, 1280])(
    'stay on one line in the titles of a list, %i px wide [inbox.identifiers]',
    async (width) => {
      const { page } = opened
      await page.setViewportSize({ width, height: 1000 })
      await expect.poll(() => page.locator('#inbox-list [data-item]').count()).toBe(NAMES.length)
      const broken = await page.locator('#inbox-list [data-item]').evaluateAll(
        (rows, words) => {
          const found: string[] = []
          for (const row of rows) {
            const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
            for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
              for (const word of words) {
                const at = text.textContent?.indexOf(word) ?? -1
                if (at === -1) continue
                const range = document.createRange()
                range.setStart(text, at)
                range.setEnd(text, at + word.length)
                if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
                  found.push(row.textContent ?? '')
              }
            // One that is longer than a line breaks inside, and is not cut off at the side.
            if (row.scrollWidth > row.clientWidth) found.push(`wide: ${row.textContent}`)
          }
          return found
        },
        [REGION, 'test-run-7'],
      )
      expect(broken).toEqual([])
    },
  )
})
