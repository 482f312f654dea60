import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { editText } from '../../src/main/config/edit/text.ts'
import { Uneditable } from '../../src/main/config/edit/uneditable.ts'
import { createLoader, type Loader } from '../../src/main/config/loader.ts'
import { createWrittenReader, type WrittenAnswers } from '../../src/main/config/read/locate.ts'
import { loadCompared } from '../../src/main/config/reload/compared-load.ts'
import { writeFiles } from './write-configuration.ts'

const MAIN = '/nowhere/countersign.yaml'

const flows = (count: number, title: string) =>
  [
    'version: "1.0.0"',
    'workflows:',
    ...Array.from(
      { length: count },
      (_, index) =>
        `  w${index}: { title: ${title}, initialState: a, states: { a: { transitions: { go: { target: b, actor: human } } }, b: {} } }`,
    ),
  ].join('\n')

const warned: string[] = []
// However busy the machine is.
const open = (longestSeconds = 300) =>
  createLoader({ warn: (message) => warned.push(message), longestSeconds })
let loader: Loader
beforeAll(() => {
  loader = open()
})
afterAll(() => loader.close())
afterEach(() => {
  expect(warned).toEqual([])
})

describe('a configuration that is loaded on a thread of its own', () => {
  it.each([
    ['resources/sample/countersign.yaml'],
    ['resources/examples/content-review.yaml'],
    ['/nowhere/at/all.yaml'],
  ])('is what it is on this one: %s [live.thread]', async (path) => {
    const request = { path, environment: { HOME: '/home/x' } }
    expect(await loader.load(request)).toStrictEqual(await loadCompared(request))
  })

  it('comes with its difference, and large ones whole [live.thread]', async () => {
    // It comes in several batches.
    const count = 500
    const before = { hash: '', texts: { [MAIN]: flows(count, 'Old') } }
    const texts = { [MAIN]: flows(count, 'New').replace('actor: human', 'actor: agent') }
    const request = { path: MAIN, environment: {}, texts, before }
    const loaded = await loader.load(request)
    expect(Object.keys(loaded.configuration?.workflows ?? {})).toHaveLength(count)
    expect(loaded.difference?.weaker[0]).toContain('‘go’')
    expect(loaded).toStrictEqual(await loadCompared(request))
    // What the thread has read before is the same the second time.
    expect(await loader.load(request)).toStrictEqual(loaded)
  })

  it('is edited there too, as here, and says why where it cannot be [live.thread]', async () => {
    const text = flows(3, 'Old')
    const edits = [
      { path: ['workflows', 'w1', 'title'], value: 'New' },
      { path: ['workflows', 'w2'], value: undefined },
    ]
    expect(await loader.edit(text, edits)).toBe(editText(text, edits))
    const shared = 'one: &a { x: 1 }\ntwo: *a\n'
    await expect(loader.edit(shared, [{ path: ['two', 'x'], value: 2 }])).rejects.toThrow(Uneditable)
    await expect(loader.edit('a: [', [{ path: ['b'], value: 2 }])).rejects.toThrow(/cannot be read/)
  })

  it('is read there too, as it is written, where it is large [live.thread]', async () => {
    const more = '/nowhere/more.yaml'
    const texts = { [MAIN]: `include: [more.yaml]\n${flows(300, 'Own')}`, [more]: 'people: { anna: {} }' }
    const readHere = createWrittenReader()
    const paths = [['people'], ['workflows', 'w7', 'title']]
    const ask = async (asked: keyof WrittenAnswers) => {
      const request = { asked, mainFile: MAIN, texts, paths }
      const answer = await loader.written(request)
      expect(answer).toStrictEqual(await readHere(request))
      return answer
    }
    expect(await ask('document')).toMatchObject({ people: { anna: {} }, workflows: { w7: { title: 'Own' } } })
    expect(await ask('places')).toMatchObject([{ file: more }, { file: MAIN }])
    expect(await ask('holders')).toEqual([more])
    expect(await ask('parts')).toEqual([])
  })

  it('holds up nothing else while many tools are changed in one save [live.thread] [tools.many]', async () => {
    const text = 'proxy:\n  import:\n    - connection: many\n      approval: { required: true }\n'
    const gates = (count: number) =>
      Object.fromEntries(
        Array.from({ length: 2000 }, (_, index) => [`tool_${index}`, { required: true, count }]),
      )
    const first = await loader.edit(text, [{ path: ['proxy', 'import', 0, 'toolApproval'], value: gates(2) }])
    const edits = Object.entries(gates(3)).map(([name, { count }]) => ({
      path: ['proxy', 'import', 0, 'toolApproval', name, 'count'],
      value: count,
    }))
    const before = performance.eventLoopUtilization()
    const begun = performance.now()
    const second = await loader.edit(first, edits)
    const took = performance.now() - begun
    const { active } = performance.eventLoopUtilization(before)
    expect(second).toContain('count: 3')
    expect(second).not.toContain('count: 2')
    // Of the time that it takes: the machine may be busy.
    expect(active / took).toBeLessThan(0.25)
  })

  it('is not looked at for a difference where there is none [live.thread]', async () => {
    const texts = { [MAIN]: flows(1, 'Same') }
    const first = await loader.load({ path: MAIN, environment: {}, texts })
    const before = { hash: first.configuration?.hash ?? '', texts }
    const again = await loader.load({
      path: MAIN,
      environment: {},
      texts: { [MAIN]: `${texts[MAIN]}\n# a comment` },
      before,
    })
    expect(first.difference).toBeNull()
    expect(again.difference).toBeNull()
  })

  it('leaves this one to others meanwhile [live.thread]', async () => {
    const order: string[] = []
    // Without a file to wait for, a load on this thread would be over before anything else has its turn.
    const loading = loader
      .load({ path: MAIN, environment: {}, texts: { [MAIN]: flows(2000, 'Large') } })
      .then(() => order.push('loaded'))
    setImmediate(() => order.push('answered'))
    await loading
    expect(order).toEqual(['answered', 'loaded'])
  })

  it('that takes too long is refused with a sentence, and its files are known [live.thread]', async () => {
    const hasty = open(0)
    const main = await writeFiles({ 'main.yaml': flows(1, 'Fine') })
    expect(await hasty.load({ path: main, environment: {} })).toMatchObject({
      configuration: null,
      files: [main],
      problems: [
        {
          severity: 'error',
          file: main,
          message: expect.stringMatching(/^Reading .* took longer than 0 seconds/),
        },
      ],
    })
    await hasty.close()
  })

  it('and fails takes nothing with it [live.thread]', async () => {
    const texts = { [MAIN]: flows(1, 'Fine') }
    const before = { hash: '', texts: {} }
    await expect(loader.load({ path: MAIN, environment: {}, texts, before })).rejects.toThrow(
      'cannot be read again',
    )
    expect((await loader.load({ path: MAIN, environment: {}, texts })).problems).toEqual([])
  })

  it('is given up when the gateway closes, and none is begun afterwards [live.thread]', async () => {
    const texts = { [join('/nowhere', 'countersign.yaml')]: flows(2000, 'Large') }
    const closing = open()
    const both = [1, 2].map(() => closing.load({ path: MAIN, environment: {}, texts }))
    const ended = Promise.allSettled(both)
    await new Promise(setImmediate)
    await closing.close()
    for (const { status } of await ended) expect(status).toBe('rejected')
    await expect(closing.load({ path: MAIN, environment: {}, texts })).rejects.toThrow('is stopping')
  })
})
