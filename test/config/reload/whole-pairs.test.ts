/** Whole configurations that are changed at random, both tried out: what can happen now and could not is named. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadConfiguration } from '../../../src/main/config/load.ts'
import { readerOf } from '../../../src/main/config/read/include.ts'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import type { Configuration } from '../../../src/main/model/configuration.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { runs } from '../../support/effort.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { withValue } from './at-path.ts'
import { isWithin } from './possible.ts'
import { randomDocument, randomEdit } from './random-documents.ts'
import { editList, randomList } from './random-lists.ts'
import { type Feat, listFeats, NOW, TooMuch } from './whole-world.ts'

const FILE = '/x/countersign.yaml'
/** Of those of which everything is named anyway, one in so many is tried out as well. */
const STRIDE = 12

async function load(document: JsonObject) {
  const reader = readerOf({ [FILE]: JSON.stringify(document) })
  const { configuration, problems } = await loadConfiguration(FILE, {}, reader, NOW)
  const wrong = problems.filter(({ severity }) => severity === 'error')
  return { wrong, configuration: wrong.length > 0 ? null : configuration }
}

/** Without what is wrong with it; null: too much is. */
async function repaired(document: JsonObject) {
  let right = document
  for (let round = 0; round < 8; round += 1) {
    const { wrong, configuration } = await load(right)
    if (configuration !== null) return { document: right, configuration }
    for (const { at } of wrong)
      right = withValue(right, at.replaceAll(/\[(\d+)\]/g, '.$1').split('.'), undefined)
  }
  return null
}

function news(
  before: Configuration,
  after: Configuration,
  depth: number,
): { found: Feat[]; known: Feat[] } | null {
  try {
    const known = listFeats(before, depth + 2, 20_000)
    const found = listFeats(after, depth, 10_000, before).filter(
      ({ client, call, took }) =>
        !known.some((feat) => feat.client === client && feat.call === call && isWithin(feat.took, took)),
    )
    return { found, known }
  } catch (error) {
    if (error instanceof TooMuch) return null
    throw error
  }
}

interface Kind {
  document(dice: Random): JsonObject
  edit(dice: Random, document: JsonObject): JsonObject
  /** Steps that runs are followed for; what was there before may have needed fewer. */
  depth: number
}

/** Tries so many pairs, and counts what was named although it loosens nothing. */
async function tryPairs({ document, edit, depth }: Kind, numRuns: number) {
  const counts = { compared: 0, tried: 0, loosened: 0, harmless: 0, alarms: 0 }
  const edits = fc.array(fc.nat(), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.nat(), edits, async (seed, seeds) => {
      const first = await repaired(document(createRandom(seed)))
      if (first === null) return
      const changed = seeds.reduce((each, number) => edit(createRandom(number), each), first.document)
      const { configuration: after } = await load(changed)
      if (after === null || after.hash === first.configuration.hash) return
      const { weaker, risk } = compareConfigurations(first.configuration, after)
      counts.compared += 1
      const isSample = counts.compared % STRIDE === 0
      if (risk?.level === 'high' && !isSample) return
      const result = news(first.configuration, after, depth)
      if (result === null) return
      counts.tried += 1
      const { found, known } = result
      if (isSample && found.length > 0) counts.loosened += 1
      if (isSample && found.length === 0) counts.harmless += 1
      if (isSample && found.length === 0 && weaker.length > 0) counts.alarms += 1
      if (found.length > 0) expect(weaker, JSON.stringify(found[0])).not.toEqual([])
      const grave = found.find(
        ({ took, call, client }) =>
          took.length === 0 || known.some((feat) => feat.call === call && feat.client === client),
      )
      if (grave !== undefined) expect(risk?.level, JSON.stringify(grave)).toBe('high')
    }),
    { numRuns },
  )
  const { compared, tried, loosened, harmless, alarms } = counts
  console.info(
    `${compared} pairs, ${tried} tried out; of one in ${STRIDE}, ${loosened} loosen something, and ${alarms} of ${harmless} others were named`,
  )
  return counts
}

it('names what clients can have done by a changed configuration and could not, as grave where nobody decides, or others than did [weaker.unproven] [weaker.who] [weaker.risk]', async () => {
  const kind = { document: randomDocument, edit: randomEdit, depth: 3 }
  expect((await tryPairs(kind, runs(60, 10_000))).tried).toBeGreaterThan(8)
})

it('names it where a list of steps has one more, or less, or another order, and mostly nothing else [weaker.unproven] [weaker.steps]', async () => {
  const { tried } = await tryPairs({ document: randomList, edit: editList, depth: 5 }, runs(60, 4_000))
  expect(tried).toBeGreaterThan(8)
})
