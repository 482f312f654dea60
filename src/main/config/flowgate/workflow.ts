/** A workflow with its states and transitions. */
import { isJsonObject, type JsonObject, type JsonValue, mapEntries } from '../../model/json.ts'
import type { Path } from '../read/tree.ts'
import type { DifferenceId } from './differences.ts'
import { convertExecutor, convertReliability, resultOf } from './executors.ts'
import { convertGuard, convertGuards, convertRequirement } from './guards.ts'
import { type ConversionContext, type ConvertKey, convertKeys, listAt, objectAt, same } from './notes.ts'
import { convertMapping } from './values.ts'

const text: ConvertKey = (value) => (typeof value === 'string' ? value : undefined)

const lost =
  (id: DifferenceId): ConvertKey =>
  (_, path, context) => {
    context.note(id, path)
    return undefined
  }

/** `executor`, `output` and `reliability` of whatever runs something. */
export const RUNS = {
  executor: convertExecutor,
  output: (value, path, context, { executor }) =>
    convertMapping(value, path, context, resultOf(executor, context)),
  reliability: (value, path, context, { executor }) => convertReliability(value, path, context, executor),
} satisfies Record<string, ConvertKey>

/** What search and people read. */
export const WORDING: Record<string, ConvertKey> = {
  title: text,
  description: text,
  tags: same,
  aliases: same,
  examples: same,
}

const TEMPLATE: ConvertKey = (value, path, context) => {
  if (typeof value === 'string' && value.includes('{{')) context.note('template', path)
  return value
}

const WORKFLOW: Record<string, ConvertKey> = {
  ...WORDING,
  version: (value) => String(value),
  inputSchema: same,
  initialState: same,
  initialContext: same,
  maxChainDepth(value, path, context) {
    context.note('chain-depth', path)
    return typeof value === 'number' ? Math.min(value, 1000) : value
  },
  timeoutMs(value, path, context, { onTimeout }) {
    context.note(onTimeout === undefined ? 'timeout-alone' : 'timeout-time', path)
    return value
  },
  onTimeout(value, path, context, workflow) {
    const { executor, output, ...others } = isJsonObject(value) ? value : {}
    const target = objectAt(objectAt(workflow, 'states'), String(others.target))
    const goesOn = Object.values(objectAt(target, 'transitions')).some(
      (transition) => isJsonObject(transition) && transition.actor === 'deterministic',
    )
    if (executor !== undefined || output !== undefined || target.onEnter !== undefined || goesOn)
      context.note('timeout-effects', path)
    return others
  },
  linkFilter: same,
  states: (value, path, context) =>
    isJsonObject(value)
      ? mapEntries(value, (state, name) =>
          convertState(isJsonObject(state) ? state : {}, [...path, name], context),
        )
      : value,
  blackboard(value, path, context) {
    context.note(holdsConstraint(value) ? 'no-counterpart' : 'blackboard', path)
    return undefined
  },
  skills: lost('lost-help'),
  // Written by mcp-flowgate itself, never by a person.
  _skillsLibrary: () => undefined,
}

const STATE: Record<string, ConvertKey> = {
  title: text,
  description: text,
  goal: TEMPLATE,
  guidance: TEMPLATE,
  terminal: (value) => (value === true ? true : undefined),
  onEnter: (value, path, context) =>
    isJsonObject(value) ? convertKeys(value, path, { ...context, argumentsSchema: undefined }, RUNS) : value,
  linkFilter: same,
  transitions: (value, path, context) =>
    isJsonObject(value)
      ? mapEntries(value, (transition, name) =>
          convertTransition(
            isJsonObject(transition) ? transition : {},
            [...path, name],
            context,
            Object.values(value),
          ),
        )
      : value,
  skills: lost('lost-help'),
  delegate: lost('lost-help'),
}

const TRANSITION: Record<string, ConvertKey> = {
  title: text,
  description: text,
  target: same,
  actor: same,
  inputSchema: same,
  guards: convertGuards,
  ...RUNS,
  prefill: (value, path, context) => convertMapping(value, path, context),
  branches: (value, path, context) =>
    listAt({ value }, 'value').map((branch, index) =>
      isJsonObject(branch)
        ? { ...branch, when: convertGuard(branch.when ?? null, [...path, index, 'when'], context) }
        : branch,
    ),
  evidence(value, path, context) {
    const requires = listAt(value, 'requires')
    if (requires.length === 0) return undefined
    context.note('evidence-required', path)
    return {
      requires: requires.map((each, index) =>
        convertRequirement(each, [...path, 'requires', index], context),
      ),
    }
  },
  skills: lost('lost-help'),
}

/** @param document the whole file, in which capabilities are looked up */
export function convertWorkflow(
  workflow: JsonObject,
  path: Path,
  { note, document }: Pick<ConversionContext, 'note' | 'document'>,
): JsonObject {
  const context: ConversionContext = {
    note,
    document,
    initialContext: objectAt(workflow, 'initialContext'),
    inputSchema: workflow.inputSchema,
    argumentsSchema: undefined,
  }
  return convertKeys(workflow, path, context, WORKFLOW)
}

function convertState(state: JsonObject, path: Path, context: ConversionContext): JsonObject {
  const transitions = Object.values(objectAt(state, 'transitions')).filter(isJsonObject)
  if (transitions.length === 0 && state.terminal !== true) context.note('end-state', path)
  const [only, ...others] = transitions
  if (only?.actor === 'deterministic' && others.length === 0 && listAt(only, 'guards').length > 0)
    context.note('single-guard', [...path, 'transitions', ...Object.keys(objectAt(state, 'transitions'))])
  return convertKeys(state, path, context, STATE)
}

function convertTransition(
  transition: JsonObject,
  path: Path,
  near: ConversionContext,
  siblings: readonly JsonValue[],
): JsonObject {
  const context = { ...near, argumentsSchema: transition.inputSchema }
  const { actor, executor, ...others } = transition
  if (actor === 'deterministic' && siblings.some((each) => isJsonObject(each) && each.actor !== actor))
    context.note('mixed-actors', path)
  if (actor === 'system') context.note('system-actor', [...path, 'actor'])
  if (executor === undefined && isJsonObject(others.output) && Object.keys(others.output).length > 0)
    context.note('output-alone', [...path, 'output'])
  const asksTwice = actor === 'human' && isJsonObject(executor) && executor.kind === 'human'
  if (asksTwice) context.note('human-transition', [...path, 'executor'])
  const written = {
    ...others,
    ...(actor === undefined ? {} : { actor: actor === 'system' ? 'agent' : actor }),
    ...(executor === undefined || asksTwice ? {} : { executor }),
  }
  return convertKeys(written, path, context, TRANSITION)
}

/** Limits of what may be written into the context: without them more would be. */
function holdsConstraint(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(holdsConstraint)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(
    ([key, each]) => key === 'path_allowlist' || key === 'subset_of' || holdsConstraint(each),
  )
}
