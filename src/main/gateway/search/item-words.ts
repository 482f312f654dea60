/** Aliases and tags that people give items of the catalog; the YAML stays the truth (R2.8). */
import { dirname, relative } from 'node:path'
import type { FilePart } from '../../config/read/locate.ts'
import { type Path, valueAt } from '../../config/read/tree.ts'
import { escapeText } from '../../config/read/variables.ts'
import type { CatalogEntry } from '../../search/catalog.ts'
import type { DocumentEdit } from '../configuration/configuration-editor.ts'
import type { LiveConfiguration } from '../configuration/live-configuration.ts'
import type { WrittenConfiguration } from '../configuration/written.ts'
import { editList, findWordPlace, type WordField } from './word-places.ts'

export interface ItemWordsEditor {
  /** Why they cannot be written, as a sentence; null: they can. */
  fixed(entry: CatalogEntry, field: WordField): Promise<string | null>
  /** The changes of the document that make these its words, all of them; `message` says why there are none. */
  edits(
    entry: CatalogEntry,
    field: WordField,
    words: readonly string[],
  ): Promise<{ ok: true; edits: DocumentEdit[] } | { ok: false; message: string }>
}

export function createItemWords({
  live,
  written,
}: {
  live: Pick<LiveConfiguration, 'current'>
  written: Pick<WrittenConfiguration, 'document' | 'parts'>
}): ItemWordsEditor {
  return {
    async fixed(entry, field) {
      const place = findWordPlace(await written.document(), entry, field)
      return place.kind === 'fixed' ? place.message : null
    },
    async edits(entry, field, words) {
      const whole = await written.document()
      const place = findWordPlace(whole, entry, field)
      if (place.kind === 'fixed') return { ok: false, message: place.message }
      const missing = place.inherited.filter((word) => !words.includes(word))
      if (missing.length > 0) {
        const named = missing.map((word) => `‘${word}’`).join(', ')
        return {
          ok: false,
          message: `Every tool of this import has the tag ${named}. Take it out of the import’s ‘tags’ in the file.`,
        }
      }
      const own = words.filter((word) => !place.inherited.includes(word)).map(escapeText)
      const { path } = live.current()
      const parts = await written.parts(place.path)
      // An item of a list stands in one file, whatever else is joined to the list.
      const isInList = place.path.some((step) => typeof step === 'number')
      if (parts.length > 0 && !isInList)
        return editJoined(place.path, parts, own, (file) => relative(dirname(path), file))
      return { ok: true, edits: editList(place.path, valueAt(whole, place.path), own) }
    },
  }
}

/**
 * Words that go, go from the file that lists them, and new ones stand there too; if none go, in the file that wins.
 * `parts`: in the order in which they are put together. `message`: it would take changes of several files.
 */
function editJoined(
  path: Path,
  parts: readonly FilePart[],
  wanted: readonly string[],
  nameOf: (file: string) => string,
): { ok: true; edits: DocumentEdit[] } | { ok: false; message: string } {
  const listed = parts.map(({ file, values }) => ({ file, words: values.map(String) }))
  const losing = listed
    .map(({ file, words }) => ({ file, gone: words.filter((word) => !wanted.includes(word)) }))
    .filter(({ gone }) => gone.length > 0)
  if (losing.length > 1) return { ok: false, message: refuse(losing, nameOf) }
  const into = losing[0]?.file ?? listed.at(-1)?.file
  const target = listed.find(({ file }) => file === into)
  if (target === undefined) return { ok: true, edits: [] }
  const known = new Set(listed.flatMap(({ words }) => words))
  const kept = target.words.filter((word) => wanted.includes(word))
  const added = wanted.filter((word) => !known.has(word))
  const edits = editList(path, target.words, [...new Set([...kept, ...added])])
  return { ok: true, edits: edits.map((edit) => ({ ...edit, file: target.file })) }
}

function refuse(
  losing: readonly { file: string; gone: string[] }[],
  nameOf: (file: string) => string,
): string {
  const files = losing.map(({ file, gone }) => ({ name: `‘${nameOf(file)}’`, gone }))
  const listers = (word: string) => files.filter(({ gone }) => gone.includes(word)).map(({ name }) => name)
  const twice = files.flatMap(({ gone }) => gone).find((word) => listers(word).length > 1)
  if (twice !== undefined) {
    const names = listers(twice)
    return `‘${twice}’ stands in ${names.join(' and in ')}, and a change from here writes one file. Take it out of ${names.slice(0, -1).join(' and ')} by hand, then of ${names.at(-1)} here.`
  }
  const [first, ...others] = files.map(({ name, gone }) => ({ name, words: quote(gone) }))
  if (first === undefined) return ''
  const rest = others.map(({ name, words }) => `${words} in ${name}`).join(', ')
  return `A change from here writes one file, and ${first.words} stands in ${first.name}, ${rest}. Take out ${first.words} and save, then the rest.`
}

function quote(words: readonly string[]): string {
  return words.map((word) => `‘${word}’`).join(' and ')
}
