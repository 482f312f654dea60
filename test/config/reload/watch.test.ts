import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, vi } from 'vitest'
import { type Watch, watchFiles } from '../../../src/main/config/reload/watch.ts'
import { test as it } from '../../support/fixtures.ts'

let folder: string
let watch: Watch
let changes: number

it.beforeEach(async ({ folder: made }) => {
  folder = made
  changes = 0
  watch = watchFiles({
    // As in the gateway longer than the 50 ms in which chokidar tells of a changed file only once.
    quietMs: 100,
    wakeIn(ms, callback) {
      const timer = setTimeout(callback, ms)
      return { cancel: () => clearTimeout(timer) }
    },
    onChange: () => {
      changes += 1
    },
    onError(error) {
      throw error
    },
  })
})
afterEach(async () => {
  await watch.close()
})

const seen = (count: number) => vi.waitFor(() => expect(changes).toBe(count), { timeout: 20_000 })

describe('a watch of configuration files [live.watch]', () => {
  it('sees a file that is written in place, several times as one change', async () => {
    const file = join(folder, 'main.yaml')
    await writeFile(file, 'a')
    await watch.follow([file], [])
    await writeFile(file, 'b')
    await writeFile(file, 'c')
    await seen(1)
  })

  it('sees each save of an editor that puts a new file in its place', async () => {
    const file = join(folder, 'main.yaml')
    await writeFile(file, 'a')
    await watch.follow([file], [])
    for (const round of [1, 2, 3]) {
      await writeFile(join(folder, '.main.yaml.swp'), `round ${round}`)
      await rename(join(folder, '.main.yaml.swp'), file)
      await seen(round)
    }
  })

  it('sees a file go and come back', async () => {
    const file = join(folder, 'main.yaml')
    await writeFile(file, 'a')
    await watch.follow([file], [])
    await rm(file)
    await seen(1)
    await writeFile(file, 'a')
    await seen(2)
  })

  it('sees a missing folder appear, and then what is put into it', async () => {
    const [main, extra] = [join(folder, 'main.yaml'), join(folder, 'more', 'deep', 'extra.yaml')]
    const workflows = join(folder, 'workflows')
    const follow = () => watch.follow([main, extra], [workflows])
    await follow()
    await mkdir(workflows)
    await seen(1)
    await follow()
    await writeFile(join(workflows, 'deploy.yaml'), 'a')
    await seen(2)
    await mkdir(join(folder, 'more'))
    await seen(3)
    await follow()
    await mkdir(join(folder, 'more', 'deep'))
    await seen(4)
    await follow()
    await writeFile(extra, 'a')
    await seen(5)
  })

  it('does not care for other files beside them', async () => {
    const file = join(folder, 'main.yaml')
    await writeFile(file, 'a')
    await watch.follow([file], [])
    await writeFile(join(folder, 'notes.txt'), 'x')
    await writeFile(file, 'b')
    await seen(1)
  })

  it('follows the files that it is told next, and no others', async () => {
    const [one, other] = [join(folder, 'one.yaml'), join(folder, 'deeper', 'other.yaml')]
    await mkdir(join(folder, 'deeper'))
    await writeFile(one, 'a')
    await writeFile(other, 'a')
    await watch.follow([one], [])
    await watch.follow([other], [])
    await writeFile(one, 'b')
    await writeFile(other, 'b')
    await seen(1)
  })
})
