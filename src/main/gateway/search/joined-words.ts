/** Words of an item that several files list, which are put together: what changes in which of them. Pure. */
import type { Path } from '../../config/read/tree.ts'
import type { JsonValue } from '../../model/json.ts'
import type { DocumentEdit } from '../configuration/configuration-editor.ts'
import { editList } from './word-places.ts'

interface Part {
  /** Absolute. */
  file: string
  values: JsonValue[]
}

/**
 * Words that go, go from the file that lists them, and new ones stand there too; if none go, in the file that wins.
 * `parts`: in the order in which they are put together. `message`: it would take changes of several files.
 */
export function editJoined(
  path: Path,
  parts: readonly Part[],
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
