/** Keys that are written out in a connection: what the window has in their place, and the way back. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { MASK, maskValue, secretArguments } from '../../workflow/wording/key-like.ts'
import { readServer } from './read-server.ts'
import { whatRuns } from './written-keys.ts'

/** What says in the place of a key which one of the connection it is. */
const MARK = new RegExp(`^${MASK}\\d+$`)
const MARKS = new RegExp(`${MASK}\\d+`, 'g')

interface Hidden {
  connection: JsonObject
  /** What is written, by each text that stands in its place, and each key by its mark. */
  written: ReadonlyMap<string, string>
}

export function hideKeys(connection: JsonObject): Hidden {
  const written = new Map<string, string>()
  let marks = 0
  const take = (key: string): string => {
    marks += 1
    const mark = `${MASK}${marks}`
    written.set(
      mark,
      key.replace(MARKS, (inner) => written.get(inner) ?? inner),
    )
    return mark
  }
  const named = new Map(argumentsOf(connection).map(({ index, name }) => [index, name]))
  const plain = whatRuns(readServer(connection))
  const hidden = mapTexts(connection, [], (text, path) => {
    const [place, index] = path
    const isArgument = place === 'args' && path.length === 2
    if (isArgument && plain.includes(text)) return text
    const name = isArgument ? (named.get(Number(index)) ?? '') : String(path.at(-1))
    // What is hidden already in the file is nothing that may be taken for one of these.
    const own = text.includes(MASK) ? take(text) : hideIn(name, text, isArgument)
    if (own !== text) written.set(own, text)
    return own
  })
  return { connection: hidden as JsonObject, written }

  function hideIn(name: string, text: string, isArgument: boolean): string {
    const option = isArgument ? (/^(?:--?)?[A-Za-z_][\w-]*=(?=.)/s.exec(text)?.[0] ?? '') : ''
    const mask = (key: string) => (MARK.test(key) ? key : take(key))
    return option + maskValue(name, text.slice(option.length), mask)
  }
}

function argumentsOf(connection: JsonObject): ReturnType<typeof secretArguments> {
  const server = readServer(connection)
  return secretArguments(server.args, whatRuns(server))
}

/**
 * `connection` as it is to be written, where it began as what `hideKeys` makes of `before`. Null: a key is hidden in a
 * text that is another one by now, or stands where it would not be hidden any more.
 */
export function showKeys(before: JsonObject, connection: JsonObject): JsonObject | null {
  const { written } = hideKeys(before)
  let isWhole = true
  const shown = mapTexts(connection, [], (text) => {
    const own = text.includes(MASK) ? written.get(text) : text
    isWhole &&= own !== undefined
    return own ?? text
  }) as JsonObject
  const again = textsOf(hideKeys(shown).connection)
  const stays = textsOf(connection).every(
    (text, index) => !text.includes(MASK) || withoutNumbers(text) === withoutNumbers(again[index] ?? ''),
  )
  return isWhole && stays ? shown : null
}

/** A key of `before` by its mark, or a whole text that hides one. Null: it is neither. */
export function keyOf(before: JsonObject, text: string): string | null {
  return hideKeys(before).written.get(text) ?? null
}

function withoutNumbers(text: string): string {
  return text.replaceAll(MARKS, MASK)
}

type Path = readonly string[]

function mapTexts(value: JsonValue, path: Path, change: (text: string, path: Path) => string): JsonValue {
  if (typeof value === 'string') return change(value, path)
  if (Array.isArray(value))
    return value.map((item, index) => mapTexts(item, [...path, String(index)], change))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item ?? null, [...path, key], change)]),
  )
}

/** All of them, in their order. */
function textsOf(value: JsonValue): string[] {
  const texts: string[] = []
  mapTexts(value, [], (text) => {
    texts.push(text)
    return text
  })
  return texts
}
