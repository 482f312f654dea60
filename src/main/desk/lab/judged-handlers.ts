/** Judged queries: keeping, judging, importing and exporting them. May import: gateway.ts (types), preload/contract. */
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describeEntry } from '../catalog/catalog-item.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { readProfile } from './read-profile.ts'

/** Of unknown items, so many are named. */
const MOST_NAMED = 10

export function createJudgedHandlers({ gateway }: Pick<DeskOptions, 'gateway'>): HandlersOf<'judged'> {
  const { judged } = gateway.tuning
  return {
    'judged.list': async () => [...(await judged.list())],
    async 'judged.save'(_, { qid, query, grades, before, from }) {
      const result = await judged.save({ qid, query, grades, before: before ?? null, from: from ?? null })
      if (!result.ok) throw new DeskFault(result.gone === true ? 'NOT_FOUND' : 'REJECTED', result.message)
      return result.saved
    },
    async 'judged.remove'(_, { qids }) {
      return { removed: await judged.remove(qids) }
    },
    async 'judged.restore'(_, { queries }) {
      const result = await judged.restore(queries)
      if (!result.ok) throw new DeskFault('REJECTED', result.message)
      return { restored: result.restored }
    },
    async 'judged.pool'(_, { query, profile }) {
      const pool = await gateway.tuning.pool(query, profile === undefined ? null : readProfile(profile))
      const usage = await gateway.store.usage()
      return {
        qid: pool.qid,
        query,
        candidates: pool.candidates.map(({ entry, grade }) => ({ item: describeEntry(entry, usage), grade })),
      }
    },
    async 'judged.import'(_, { text }) {
      const result = await judged.import(text)
      if (!result.ok) throw new DeskFault('REJECTED', result.message)
      const { added, changed, graded } = result
      const unknown = graded.filter((id) => gateway.discovery.entry(id) === null)
      return { added, changed, unknown: unknown.length, unknownItems: unknown.slice(0, MOST_NAMED) }
    },
    'judged.export': () => judged.export(),
    'judged.beside': async () => ({ found: await readJudgedBeside(gateway.configuration().path) }),
  }
}

/** Judged queries that a workspace brings along, so that they can lie in one repository with what they judge. */
const NAME = 'judged.jsonl'
/** What can be imported at once, in bytes. */
const LARGEST = 8_000_000

/** `configuration`: path of the main file. Whether each line is right is said when they are imported. */
async function readJudgedBeside(
  configuration: string,
): Promise<{ file: string; queries: number; text: string } | null> {
  const file = join(dirname(configuration), NAME)
  try {
    if ((await stat(file)).size > LARGEST) return null
    const text = await readFile(file, 'utf8')
    const queries = text.split('\n').filter((line) => line.trim() !== '').length
    return queries === 0 ? null : { file: basename(file), queries, text }
  } catch {
    return null
  }
}
