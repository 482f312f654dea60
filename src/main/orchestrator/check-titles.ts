/**
 * The words of a definition that an agent proposes: they stand on buttons, in headlines and inside sentences of the desk
 * once it is in force, and may not pass for words of the desk. Pure.
 */
import type { Definition, Transition } from '../model/definition.ts'
import { isJsonObject, type JsonValue } from '../model/json.ts'
import { visibleLine } from '../workflow/wording/quote.ts'
import { hidesSomething } from '../workflow/wording/sight.ts'

/** A title that a person reads on one line, inside a sentence of the desk: longer ones belong into the description. */
const LONGEST_TITLE = 80
/** An apostrophe between letters ends nothing. */
const MARKS = /[“”„‟‘‛]|’(?!\p{L})|(?<!\p{L})’/u

/** Sentences; empty if there is nothing. Names are for `check`, which takes plain ones only. */
export function titleProblems({ title, description, inputSchema, states }: Definition): string[] {
  return [
    ...ofTitle('title', title),
    ...ofText('description', description),
    ...ofSchema('inputSchema', inputSchema),
    ...Object.entries(states).flatMap(([name, state]) => {
      const at = `states.${name}`
      return [
        ...ofTitle(`${at}.title`, state.title),
        ...ofText(`${at}.description`, state.description),
        ...ofText(`${at}.goal`, state.goal),
        ...ofText(`${at}.guidance`, state.guidance),
        ...Object.entries(state.transitions).flatMap(([way, transition]) =>
          ofTransition(`${at}.transitions.${way}`, transition),
        ),
      ]
    }),
  ]
}

function ofTransition(at: string, transition: Transition): string[] {
  const { title, description, summary, inputSchema, evidence = [] } = transition
  return [
    ...ofTitle(`${at}.title`, title),
    ...ofText(`${at}.description`, description),
    ...ofText(`${at}.summary`, summary),
    ...ofSchema(`${at}.inputSchema`, inputSchema),
    ...evidence.flatMap((each) => ofText(`${at}.evidence`, each.summary)),
  ]
}

/** Not a word of it is shown that stands under these. */
const VALUES = ['default', 'const', 'enum', 'examples']

/** Its titles and descriptions stand beside the fields that a person fills in, or reads. */
function ofSchema(at: string, schema: JsonValue | undefined): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each, place) => ofSchema(`${at}[${place}]`, each))
  if (!isJsonObject(schema)) return []
  return Object.entries(schema).flatMap(([key, inner]) => {
    const place = `${at}.${key}`
    if (typeof inner !== 'string') return VALUES.includes(key) ? [] : ofSchema(place, inner)
    if (key === 'title') return ofTitle(place, inner)
    return key === 'description' ? ofText(place, inner) : []
  })
}

function ofTitle(at: string, title: string | undefined): string[] {
  if (title === undefined) return []
  const why =
    title.length > LONGEST_TITLE
      ? `is longer than ${LONGEST_TITLE} characters`
      : hidesSomething(title, true)
        ? UNSEEN
        : MARKS.test(title)
          ? 'holds quotation marks (“ ” ‘ ’)'
          : null
  return why === null
    ? []
    : [
        `${placed(at)} ${why}: a person reads it inside a sentence. Write a short plain title, and the rest into ‘description’.`,
      ]
}

function ofText(at: string, text: string | undefined): string[] {
  return text === undefined || !hidesSomething(text)
    ? []
    : [`${placed(at)} ${UNSEEN}: a person could not read it as it is. Leave them out.`]
}

const UNSEEN = 'holds characters that cannot be seen, or that look like others'

function placed(at: string): string {
  return visibleLine(at.slice(0, 200))
}
