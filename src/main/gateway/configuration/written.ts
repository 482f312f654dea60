/** What stands in the files of the configuration in force, read on the loader's thread: large ones take longer than others may wait. */
import type { Loader } from '../../config/loader.ts'
import type { FilePart, FilePlace, WrittenAnswers } from '../../config/read/locate.ts'
import type { Path } from '../../config/read/tree.ts'
import type { JsonObject } from '../../model/json.ts'
import type { LiveConfiguration } from './live-configuration.ts'

/** Each as in `WrittenAnswers`. */
export interface WrittenConfiguration {
  document(): Promise<JsonObject>
  places(paths: readonly Path[]): Promise<FilePlace[]>
  parts(path: Path): Promise<FilePart[]>
  holders(path: Path): Promise<string[]>
}

export function createWritten(
  live: Pick<LiveConfiguration, 'current' | 'texts'>,
  loader: Pick<Loader, 'written'>,
): WrittenConfiguration {
  const ask = <Asked extends keyof WrittenAnswers>(asked: Asked, paths: readonly Path[] = []) =>
    loader.written({ asked, mainFile: live.current().path, texts: live.texts(), paths })
  return {
    document: () => ask('document'),
    places: (paths) => ask('places', paths),
    parts: (path) => ask('parts', [path]),
    holders: (path) => ask('holders', [path]),
  }
}
