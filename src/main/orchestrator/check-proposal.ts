/** What a definition that an agent proposes may not hold (R6.3). Pure. May import: model. */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import { inlineFields, proposedAs } from '../workflow/executors/executors.ts'

const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/
/** More than any workflow that a person could still read before they decide about it. */
const LONGEST = 100_000

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

function walk(value: JsonValue, at: string, problems: string[], depth: number): void {
  if (depth > 100) {
    problems.push(`${at.slice(0, 200)} is nested too deep.`)
    return
  }
  if (typeof value === 'string') {
    if (value.includes('${')) problems.push(`${at}: ‘\${…}’ exists in connections only.`)
    return
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${at}[${index}]`, problems, depth + 1)
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
    if (key.includes('${')) problems.push(`${at}: ‘\${…}’ exists in connections only.`)
    walk(inner, `${at}.${key}`, problems, depth + 1)
  }
}

/** An executor names what people have declared: a connection or a capability, no command and no address of its own. */
function inline(executor: JsonObject, at: string, problems: string[]): void {
  const proposed = proposedAs(executor.kind)
  if (proposed === 'freely') return
  if (proposed === 'never') {
    problems.push(`${at}: a proposed definition cannot hold an executor of the kind ‘${executor.kind}’.`)
    return
  }
  for (const key of inlineFields()) {
    if (executor[key] !== undefined)
      problems.push(`${at}.${key}: a proposed definition names a connection instead of its own ‘${key}’.`)
  }
  if (executor.connection === undefined)
    problems.push(`${at}: a proposed definition names a declared connection or a capability.`)
}
