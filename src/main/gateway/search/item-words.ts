/** Aliases and tags that people give items of the catalog; the YAML stays the truth (R2.8). */
import { dirname, relative } from 'node:path'
import { readDocument } from '../../config/read/include.ts'
import { readParts } from '../../config/read/locate.ts'
import { escapeText } from '../../config/read/variables.ts'
import type { CatalogEntry } from '../../search/catalog.ts'
import type { DocumentEdit } from '../configuration/configuration-editor.ts'
import { valueAt } from '../configuration/document-values.ts'
import type { LiveConfiguration } from '../configuration/live-configuration.ts'
import { editJoined } from './joined-words.ts'
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
}: {
  live: Pick<LiveConfiguration, 'current' | 'texts'>
}): ItemWordsEditor {
  const document = () => readDocument(live.current().path, live.texts())
  return {
    async fixed(entry, field) {
      const place = findWordPlace(await document(), entry, field)
      return place.kind === 'fixed' ? place.message : null
    },
    async edits(entry, field, words) {
      const whole = await document()
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
      const parts = await readParts(path, live.texts(), place.path)
      // An item of a list stands in one file, whatever else is joined to the list.
      const isInList = place.path.some((step) => typeof step === 'number')
      if (parts.length > 0 && !isInList)
        return editJoined(place.path, parts, own, (file) => relative(dirname(path), file))
      return { ok: true, edits: editList(place.path, valueAt(whole, place.path), own) }
    },
  }
}
