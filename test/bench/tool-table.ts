/** The table of all tools over 10,000 of them, in a real Chromium: read, scrolled, filtered. */
import { against, type Bench, type Group, median, percentile } from './figure.ts'
import { makeManyTools } from './many-tools.ts'
import { openMeasuredPage } from './measured-page.ts'
import { listTools, scrollTable, takeKeyTimes, watchKeys } from './tool-table-page.ts'

const TOOLS = 10_000
const FRAMES = 240
const WORDS = ['invoice', 'merge branch', 'customer', 'deploy release']

export const toolTable: Group = {
  name: 'tool-table',
  figures: ['tools listed', 'table scrolled', 'table filtered p50', 'table filtered p95'],
  withinSeconds: 90,
  run: measureTable,
}

async function measureTable(bench: Bench): Promise<void> {
  const workspace = await makeManyTools(bench, TOOLS)
  const { page, processorMs } = await openMeasuredPage(bench, workspace, watchKeys)
  await page.getByText('Running').waitFor()
  await page.goto(`${page.url().split('#')[0]}#/catalog/tools`)
  await page.getByRole('grid').getByRole('row').nth(20).waitFor()
  const items = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
  const { took, longestOther } = await page.evaluate(listTools)
  const held = { name: 'the promise for longestOtherMs', value: 50, unit: 'ms' }
  bench.print({
    figure: 'tools listed',
    value: took,
    unit: 'ms',
    against: `${held.name}: ${held.value} ms`,
    longestOtherMs: longestOther,
    items,
  })
  await page.evaluate(scrollTable, FRAMES)
  const before = await processorMs()
  const longTasks = await page.evaluate(scrollTable, FRAMES)
  const spent = (await processorMs()) - before
  bench.signal.throwIfAborted()
  bench.print({
    figure: 'table scrolled',
    ...against(spent / FRAMES, { name: 'the promise', value: 16, unit: 'ms' }),
    longTasks,
    items,
    frames: FRAMES,
  })
  const times: number[] = []
  const field = page.getByRole('searchbox')
  for (const word of WORDS) {
    bench.signal.throwIfAborted()
    await field.focus()
    await page.evaluate(takeKeyTimes)
    await field.pressSequentially(word, { delay: 60 })
    times.push(...(await page.evaluate(takeKeyTimes)))
    await field.fill('')
  }
  const promise = { name: 'the promise', value: 50, unit: 'ms' }
  const runs = times.length
  bench.print({ figure: 'table filtered p50', ...against(median(times), promise), items, runs })
  bench.print({
    figure: 'table filtered p95',
    ...against(percentile(times, 0.95), promise),
    most: Math.max(...times),
    items,
    runs,
  })
}
