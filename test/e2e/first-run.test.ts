/** The first minutes: nothing but the desk and its scripted agent, offline. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrowserDesk, openBrowserDesk } from '../support/browser-desk.ts'
import { describeWhere } from '../support/needs.ts'

let opened: BrowserDesk
let page: Page

describeWhere(['chromium'], 'The first run', () => {
  beforeAll(async () => {
    opened = await openBrowserDesk('usual')
    page = opened.desk().page
  })
  afterAll(() => opened?.close())

  it('leads from an empty desk to a decision in three steps [loop.first-run]', async () => {
    await page.getByRole('heading', { name: 'Three steps to your first decision' }).waitFor()
    await page.getByRole('button', { name: 'Play the agent' }).click()
    await page.getByRole('link', { name: 'Open the item' }).click()
    await opened.desk().outcome('Approve the content').click()
    await expect.poll(() => opened.desk().pending()).toBe(0)
    await page.getByText('You have decided. The agent got your answer and went on.').waitFor()
    await expect
      .poll(() => page.getByRole('log', { name: 'What the agent does and hears' }).innerText())
      .toContain('published')
  })

  it('changes a file through a real MCP server only after a person has applied the change [loop.first-run]', async () => {
    const file = join(opened.files, 'release-checklist.md')
    await page.getByRole('button', { name: 'Play a change to files' }).click()
    await page.getByRole('link', { name: 'Open the item' }).click()
    const { outcome } = opened.desk()
    await expect.poll(() => outcome('Apply the change').isEnabled()).toBe(true)
    await expect(readFile(file, 'utf8')).rejects.toThrow('ENOENT')
    await outcome('Apply the change').click()
    await expect.poll(() => readFile(file, 'utf8').catch(() => null)).toContain('Release checklist')
    await expect.poll(() => opened.desk().pending()).toBe(0)
  })
})
