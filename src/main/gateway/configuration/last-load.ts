/**
 * What was loaded last is not loaded again while nothing that it followed from has changed: a person looks at a change,
 * saves it, and its file says that it has moved, all within seconds.
 */
import { isDeepStrictEqual } from 'node:util'
import { declaredHash } from '../../config/hash.ts'
import type { Loader } from '../../config/loader.ts'
import { listBeside, readerOf, readFromDisk } from '../../config/read/include.ts'
import type { ComparedLoad, LoadRequest } from '../../config/reload/compared-load.ts'

/** So long it counts, in milliseconds: what only warns may also come from the time, or from programs on the disk. */
const LONGEST_MS = 60_000

interface LastLoad {
  path: string
  before: LoadRequest['before']
  now: LoadRequest['now']
  /** Of the values, which are not kept. */
  environment: string
  loaded: ComparedLoad
}

export function keepLastLoad(loader: Pick<Loader, 'load'>): Loader['load'] {
  let last: LastLoad | null = null
  return async (request) => {
    const { path, before, now } = request
    const environment = declaredHash(request.environment)
    const known = last
    if (
      known !== null &&
      known.path === path &&
      known.environment === environment &&
      isRecent(known.now, now) &&
      (await readsTheSame(known.loaded, request))
    ) {
      const difference = differenceOf(known, before)
      if (difference !== undefined) return { ...known.loaded, difference }
    }
    const loaded = await loader.load(request)
    // What was refused may only have taken too long.
    if (loaded.configuration !== null) last = { path, before, now, environment, loaded }
    return loaded
  }
}

function isRecent(last: number | undefined, now: number | undefined): boolean {
  return last !== undefined && now !== undefined && now >= last && now - last <= LONGEST_MS
}

/** Whether every file that was read holds the same text now, and none has come beside them. */
async function readsTheSame(loaded: ComparedLoad, { path, texts }: LoadRequest): Promise<boolean> {
  const read = texts === undefined ? readFromDisk : readerOf(texts)
  if ((await listBeside(path, read)).some((file) => !loaded.files.includes(file))) return false
  const found = await Promise.all(loaded.files.map((file) => read(file)))
  return loaded.files.every((file, index) => {
    const text = found[index]
    return text?.ok === true && text.text === loaded.texts[file]
  })
}

/** Undefined: it was compared with something else. */
function differenceOf(last: LastLoad, before: LoadRequest['before']): ComparedLoad['difference'] | undefined {
  if (before === undefined || before.hash === last.loaded.configuration?.hash) return null
  return isDeepStrictEqual(last.before, before) ? last.loaded.difference : undefined
}
