import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { contentHash } from '../../src/main/config/hash.ts'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { runs } from '../support/effort.ts'
import { type History, simulate, type Workspace } from './simulate.ts'

/** So many tests share the seeds, so that each has a time limit of its own. */
const PARTS = runs(3, 10)
/** When every simulated world begins. */
const BEGIN = Date.parse('2026-01-01T00:00:00Z')

describe('a simulated world', () => {
  let workspace: Workspace

  beforeAll(async () => {
    const loaded = await loadConfiguration(join(import.meta.dirname, 'workspace.yaml'), {}, undefined, BEGIN)
    if (loaded.configuration === null) throw new Error(JSON.stringify(loaded.problems, null, 2))
    const { workflows, capabilities, connections, imports, people } = loaded.configuration
    const hash = (value: unknown) => contentHash(JSON.parse(JSON.stringify(value)))
    workspace = { content: { workflows, capabilities, connections, imports }, people, hash }
  })

  const replayed = process.env.COUNTERSIGN_SEED
  if (replayed !== undefined) {
    it(`keeps its rules with the seed ${replayed}`, async () => {
      await simulate(Number(replayed), workspace)
    })
    return
  }

  // What worlds beyond these find besides is little, and left to the long run.
  const seeds = runs(300, 200_000) / PARTS
  it.each(Array.from({ length: PARTS }, (_, part) => part))(
    'keeps its rules whatever the order of events, failures, full and broken disks, stops and crashes, part %i [engine.simulation]',
    async (part) => {
      const histories: History[] = []
      for (let seed = part * seeds; seed < (part + 1) * seeds; seed += 1) {
        histories.push(await simulate(seed, workspace))
      }
      // The worlds must be worth looking at: things happen in them, they crash, they are stopped, and the disk is full.
      expect(histories.filter((history) => history.crashes > 0).length).toBeGreaterThan(seeds / 4)
      expect(histories.filter((history) => history.stops > 0).length).toBeGreaterThan(seeds / 4)
      expect(histories.filter((history) => history.refused > 0).length).toBeGreaterThan(seeds / 10)
      expect(histories.filter((history) => history.effects > 0).length).toBeGreaterThan(seeds / 2)
      // Some six of a hundred, so that of few worlds few may be.
      expect(histories.filter((history) => history.excepted > 0).length).toBeGreaterThan(seeds / 100)
      expect(histories.filter((history) => history.reads > 0).length).toBeGreaterThan(seeds / 40)
    },
    3_600_000,
  )

  it('is the same for the same seed [engine.simulation]', async () => {
    expect(await simulate(42, workspace)).toEqual(await simulate(42, workspace))
  })
})
