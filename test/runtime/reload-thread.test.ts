import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Gateway } from '../../src/main/gateway.ts'
import { test } from '../support/fixtures.ts'
import { start } from '../support/gateway.ts'

const SMALL =
  'version: "1.0.0"\nworkflows: { deploy: { initialState: a, states: { a: { transitions: { go: { target: b } } }, b: {} } } }\nstore: { kind: memory }\n'

/** Work, and in vain: the last workflow begins nowhere. */
const flawed = (count: number) =>
  [
    'version: "1.0.0"',
    'store: { kind: memory }',
    'workflows:',
    ...Array.from(
      { length: count },
      (_, index) =>
        `  w${index}: { title: Large, initialState: a, states: { a: { transitions: { go: { target: b, actor: human } } }, b: {} } }`,
    ),
    '  deploy: { initialState: nowhere, states: { a: {} } }',
  ].join('\n')

const it = test
  .extend('main', async ({ folder }) => {
    const main = join(folder, 'countersign.yaml')
    await writeFile(main, SMALL)
    return main
  })
  .extend('gateway', ({ folder, openGateway, main }) => openGateway('', { folder, configuration: main }))

/** How many calls are answered one after the other until `work` is over, or there were enough of them. */
async function callsDuring(gateway: Gateway, work: Promise<unknown>, enough: number): Promise<number> {
  let over = false
  let calls = 0
  const ended = work.finally(() => {
    over = true
  })
  while (!over && calls < enough) {
    await new Promise(setImmediate)
    if (over) break
    expect((await start(gateway, 'deploy')).state).toBe('a')
    calls += 1
  }
  await ended
  return calls
}

it('agents are answered while huge files are read and refused [live.thread]', async ({ main, gateway }) => {
  // Reading and refusing takes some turns of its own on any thread; checking takes thousands.
  await gateway.live.consider()
  // Most of a second of work.
  await writeFile(main, flawed(1200))
  expect(await callsDuring(gateway, gateway.live.consider(), 120)).toBe(120)
  expect(gateway.live.status().disk).toMatchObject({ kind: 'invalid' })
})

it('agents are answered while what a person saves is checked [live.thread]', async ({ main, gateway }) => {
  const saved = gateway.live.saveFile(main, flawed(300), 'human:anna')
  // On this thread it would be over before anybody else has a turn.
  expect(await callsDuring(gateway, saved, 1)).toBe(1)
  expect(await saved).toMatchObject({ ok: false })
})
