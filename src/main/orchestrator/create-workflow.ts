/**
 * `create_workflow` (seed 004, R6.2, R6.3): a definition becomes a file of `workflows/`. What an agent proposes waits
 * for a person, who sees the file before and after; only an approval of exactly this proposal writes it.
 */
import type { Definition } from '../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import { inlineFields, proposedAs } from '../workflow/executors/executors.ts'
import { findWeakerAt, type Loss } from '../workflow/preview/weaker.ts'
import { titleProblems } from './check-titles.ts'
import type { OrchestratorCall, World } from './world.ts'

type ProposalReview =
  | { kind: 'wrong'; errors: string[] }
  /** It is there already, word for word. */
  | { kind: 'same' }
  | {
      kind: 'new' | 'changed'
      text: string
      before: string | null
      weaker: string[]
      /** Where in the text: what would no longer hold, and what `check` warns of. */
      problems: JsonObject[]
      definition: Definition
    }

/** What a person must see before it may be saved; null: there is nothing to decide, and the call says why. */
export async function proposalFor(world: World, args: JsonObject): Promise<JsonObject | null> {
  const reviewed = await review(world, args)
  if (reviewed.kind === 'wrong' || reviewed.kind === 'same') return null
  const name = String(args.name)
  return {
    title: reviewed.kind === 'new' ? `New workflow ‘${name}’` : `Workflow ‘${name}’ changes`,
    name,
    path: world.definitions.path(name),
    weaker: reviewed.weaker,
    problems: reviewed.problems,
    definition: reviewed.definition as unknown as JsonObject,
    before: reviewed.before,
    after: reviewed.text,
  }
}

export async function createWorkflow(
  world: World,
  call: OrchestratorCall,
  args: JsonObject,
): Promise<JsonObject> {
  const reviewed = await review(world, args)
  const name = String(args.name)
  const path = world.definitions.path(name)
  if (reviewed.kind === 'wrong') return failed(reviewed.errors)
  if (reviewed.kind === 'same') return { status: 'updated', workflow_path: path, error_message: null }
  const by = await authorOf(world, call, args, reviewed.before)
  if (by === null)
    return failed(['It has changed since it was looked at, or no person has approved it. Call again.'])
  const errors = await world.definitions.save(name, reviewed.text, by)
  if (errors.length > 0) return failed(errors)
  return {
    status: reviewed.kind === 'new' ? 'created' : 'updated',
    workflow_path: path,
    error_message: null,
  }
}

/** The person whose word it is: who approved this over the file as it is now, or who calls from the desk; null: nobody. */
async function authorOf(
  world: World,
  { caller, workflowId }: OrchestratorCall,
  args: JsonObject,
  before: string | null,
): Promise<string | null> {
  const approval = await world.definitions.approval(workflowId, args)
  if (approval !== null) return approval.before === before ? approval.by : null
  const session = await world.run(workflowId)
  return caller.kind === 'human' && session?.startedBy === caller.id ? caller.id : null
}

async function review(world: World, args: JsonObject): Promise<ProposalReview> {
  const name = String(args.name)
  const definition = args.definition as JsonObject
  const { definitions } = world
  const problems = proposalProblems(name, definition)
  if (problems.length > 0) return { kind: 'wrong', errors: problems }
  if (definitions.isElsewhere(name))
    return {
      kind: 'wrong',
      errors: [
        `There is a workflow ‘${name}’ outside of the folder workflows/, which only a person changes. Choose another name.`,
      ],
    }
  const before = definitions.text(name)
  const text = definitions.write(name, definition)
  if (before === text) return { kind: 'same' }
  if (before !== null && args.overwrite !== true)
    return {
      kind: 'wrong',
      errors: [`There is a workflow ‘${name}’ already. Set overwrite to replace it, or choose another name.`],
    }
  const checked = await definitions.check(name, text)
  if (checked.errors.length > 0 || checked.definition === null)
    return { kind: 'wrong', errors: checked.errors }
  const titles = titleProblems(checked.definition)
  if (titles.length > 0) return { kind: 'wrong', errors: titles }
  const existing = world.workflow(name)
  const weaker =
    existing === null
      ? checked.again.map((message) => ({ message, at: {} }))
      : weakerThan(existing, checked.definition, checked.weaker, world)
  return {
    kind: before === null ? 'new' : 'changed',
    text,
    before,
    weaker: weaker.map(({ message }) => message),
    problems: [
      ...weaker.map(({ message, at }) => ({
        message,
        line: definitions.lineOf(name, text, at),
        weaker: true,
      })),
      ...checked.warnings.map((warning) => ({ ...warning, weaker: false })),
    ],
    definition: checked.definition,
  }
}

/** `all`: by the whole configuration, such as what runs without a person now, and who sees it by a tag. */
function weakerThan(
  existing: Definition,
  definition: Definition,
  all: readonly string[],
  world: World,
): Loss[] {
  const placed = findWeakerAt(existing, definition, world.backdrop())
  const known = new Set(placed.map(({ message }) => message))
  return [...all.filter((message) => !known.has(message)).map((message) => ({ message, at: {} })), ...placed]
}

function failed(errors: string[]): JsonObject {
  return { status: 'error', workflow_path: '', error_message: errors.join(' '), errors }
}

// ── What a definition that an agent proposes may not hold (R6.3).

const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/
/** More than any workflow that a person could still read before they decide about it. */
const LONGEST = 100_000

/** Sentences; empty if there is nothing. What a configuration may not hold either is for `check` to say. */
function proposalProblems(name: string, definition: JsonObject): string[] {
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
