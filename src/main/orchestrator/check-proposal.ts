/** What a definition that an agent proposes may not hold (R6.3). Pure. May import: model, workflow. */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import { hidesSomething } from '../workflow/sight.ts'

const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/
/** More than any workflow that a person could still read before they decide about it. */
const LONGEST = 100_000
/** Kinds of executor that are declared in the definition itself, and what they may name. */
const INLINE = ['command', 'url', 'baseUrl', 'workingDirectory', 'env'] as const

/** Sentences; empty if there is nothing. What a configuration may not hold either is for `check` to say. */
export function proposalProblems(name: string, definition: JsonObject): string[] {
  const problems: string[] = []
  if (!NAME.test(name))
    problems.push(
      `The name ‘${name.slice(0, 80)}’ is not allowed: at most 64 lower-case letters, digits, ‘_’, ‘.’ and ‘-’, the first one a letter or digit.`,
    )
  if (JSON.stringify(definition).length > LONGEST)
    return [
      ...problems,
      `The definition is longer than ${LONGEST} characters. Split it into several workflows.`,
    ]
  walk(definition, 'definition', problems, 0)
  return problems
}

/** What stands in these is given to calls: none of it is a word of the desk. */
const DATA = ['map', 'input', 'args', 'stdin', 'query', 'body', 'initialContext', 'output', 'prefill']

/** A title that a person reads on one line, inside a sentence of the desk: longer ones belong into the description. */
const LONGEST_TITLE = 80
/** An apostrophe between letters ends nothing. */
const MARKS = /[“”„‟‘‛]|’(?!\p{L})|(?<!\p{L})’/u

function titleProblem(title: string): string | null {
  if (title.length > LONGEST_TITLE) return `is longer than ${LONGEST_TITLE} characters`
  if (hidesSomething(title, true)) return 'holds characters that cannot be seen, or that look like others'
  return MARKS.test(title) ? 'holds quotation marks (“ ” ‘ ’)' : null
}

function walk(value: JsonValue, at: string, problems: string[], depth: number, isData = false): void {
  if (depth > 100) {
    problems.push(`${at.slice(0, 200)} is nested too deep.`)
    return
  }
  if (typeof value === 'string') {
    if (value.includes('${')) problems.push(`${at}: ‘\${…}’ exists in connections only.`)
    return
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${at}[${index}]`, problems, depth + 1, isData)
    return
  }
  if (!isJsonObject(value)) return
  if (typeof value.kind === 'string' || typeof value.connection === 'string') inline(value, at, problems)
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'allowUnapproved' && inner !== false)
      problems.push(
        `${at}.${key}: a proposed definition cannot let a timeout go where a person would have to decide. Choose another state for ‘onTimeout’.`,
      )
    if (key === 'approval' && isJsonObject(inner) && inner.except !== undefined)
      problems.push(
        `${at}.${key}.except: a proposed definition cannot say where its own approval is not asked for. Leave ‘except’ out.`,
      )
    const odd = !isData && key === 'title' && typeof inner === 'string' ? titleProblem(inner) : null
    if (odd !== null)
      problems.push(
        `${at}.${key} ${odd}: a person reads it inside a sentence. Write a short plain title, and the rest into ‘description’.`,
      )
    if (key.includes('${')) problems.push(`${at}: ‘\${…}’ exists in connections only.`)
    walk(inner, `${at}.${key}`, problems, depth + 1, isData || DATA.includes(key))
  }
}

/** An executor names what people have declared: a connection or a capability, no command and no address of its own. */
function inline(executor: JsonObject, at: string, problems: string[]): void {
  const { kind } = executor
  if (kind === 'cli' || kind === 'rest' || kind === 'mcp') {
    for (const key of INLINE) {
      if (executor[key] !== undefined)
        problems.push(`${at}.${key}: a proposed definition names a connection instead of its own ‘${key}’.`)
    }
    if (executor.connection === undefined)
      problems.push(`${at}: a proposed definition names a declared connection or a capability.`)
  }
}
