/** The playground over 1,000 capabilities in a real Chromium: from the step of a slider until its results are painted. */
import { createRandom } from '../support/random.ts'
import { against, type Bench, type Group, median, percentile } from './figure.ts'
import { openMeasuredPage } from './measured-page.ts'
import { askSteps, watchSteps } from './playground-page.ts'
import { makeWorkspace } from './subject.ts'
import { makeToolEntries } from './tool-catalog.ts'

const ITEMS = 1000
const STEPS = 60
/** Between two steps: as fast as the arrow keys repeat. */
const REPEAT_MS = 33
const QUERIES = ['merge branch release', 'please find the open invoice of a customer and send it by email']

export const playground: Group = {
  name: 'playground',
  figures: ['slider moved p50', 'slider moved p95'],
  withinSeconds: 40,
  run: measureSlider,
}

async function measureSlider(bench: Bench): Promise<void> {
  const expose = makeToolEntries(ITEMS, createRandom(7).next).map(({ id, title, description, tags }) => ({
    name: id,
    title,
    description,
    tags,
    executor: { kind: 'noop' },
  }))
  const workspace = await makeWorkspace(bench, {
    discovery: { profile: { ranking: 'smart' } },
    proxy: { expose },
  })
  const { page, processorMs } = await openMeasuredPage(bench, workspace, watchSteps)
  await page.getByText('Running').waitFor()
  await page.goto(`${page.url().split('#')[0]}#/search`)
  await page.getByRole('button', { name: 'Tune', exact: true }).click()
  const times: number[] = []
  let spent = 0
  for (const query of QUERIES) {
    await page.getByRole('searchbox').fill(query)
    await page.getByRole('list', { name: 'Results, best first' }).waitFor()
    await page.getByRole('slider', { name: 'Title', exact: true }).focus()
    // The first step makes the draft, and with it the comparison.
    await page.keyboard.press('ArrowRight')
    await page.getByRole('region', { name: 'Draft' }).waitFor()
    await page.evaluate(askSteps)
    const before = await processorMs()
    for (let step = 0; step < STEPS / QUERIES.length; step += 1) {
      bench.signal.throwIfAborted()
      await page.keyboard.press(step % 20 < 10 ? 'ArrowRight' : 'ArrowLeft')
      await page.waitForTimeout(REPEAT_MS)
    }
    times.push(...(await page.evaluate(askSteps)))
    spent += (await processorMs()) - before
  }
  const promise = { name: 'the promise', value: 50, unit: 'ms' }
  const runs = times.length
  bench.print({
    figure: 'slider moved p50',
    ...against(median(times), promise),
    processorMs: spent / runs,
    items: ITEMS,
    runs,
  })
  bench.print({
    figure: 'slider moved p95',
    ...against(percentile(times, 0.95), promise),
    most: Math.max(...times),
    items: ITEMS,
    runs,
  })
}
