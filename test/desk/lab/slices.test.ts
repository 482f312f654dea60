import { expect, it } from 'vitest'
import { pause } from '../../../src/main/system/slices.ts'

function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it('lets others have their turn while ten thousand cards are composed [inbox.thread]', async () => {
  let turns = 0
  let done = false
  const others = (): void => {
    turns += 1
    if (!done) setImmediate(others)
  }
  setImmediate(others)
  for (let card = 0; card < 100; card += 1) {
    work(1)
    await pause()
  }
  done = true
  expect(turns).toBeGreaterThanOrEqual(8)
})

it('gives those who work at the same time one slice together, and not one after the other each [inbox.thread]', async () => {
  let turns = 0
  let done = false
  const others = (): void => {
    turns += 1
    if (!done) setImmediate(others)
  }
  setImmediate(others)
  const inTurn = new Map<number, number>()
  const worker = async () => {
    for (let card = 0; card < 12; card += 1) {
      await pause()
      work(1)
      inTurn.set(turns, (inTurn.get(turns) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  done = true
  // Eight milliseconds, and what each of the sixteen had begun by then.
  expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(8 + 16)
})

it('costs nothing while the slice lasts', async () => {
  const costsATurn = async () => {
    await pause()
    let turned = false
    setImmediate(() => {
      turned = true
    })
    await pause()
    return turned
  }
  // A slice may pass while the machine does something else.
  const tried = []
  for (let time = 0; time < 20; time += 1) tried.push(await costsATurn())
  expect(tried).toContain(false)
})
