/**
 * A configuration without its words: what is left decides what runs and who may run it, so a change of it waits for
 * a person (R2.2). Pure.
 */

import type { Configuration } from '../../model/configuration.ts'
import type { Capability, Definition, State, Transition } from '../../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue, mapEntries } from '../../model/json.ts'
import { obtain } from '../../model/obtain.ts'
import { stateOf } from '../advance.ts'
import { findUnlike, type IsHarmless, SECTION_WORDS, sayDiffering } from './unlike.ts'

/** Tags are words unless what a client may see hangs on them (R1.6): then they are rights. */
export function meaningOf(configuration: Configuration, tagsAreRights: boolean): JsonValue {
  const { connections, capabilities, gated = [], imports, workflows, discovery: _, ...rest } = configuration
  const { path: _path, files: _files, hash: _hash, ...others } = rest
  return plain({
    ...others,
    connections: mapEntries(connections, ({ title: _title, ...connection }) => connection),
    capabilities: byId(capabilities).map((capability) => capabilityMeaning(capability, tagsAreRights)),
    gated: byId(gated).map((capability) => capabilityMeaning(capability, false)),
    imports: imports.map(({ tags, toolTags = {}, aliases: _aliases, ...rule }) => ({
      ...rule,
      ...(tagsAreRights && { tags, toolTags }),
    })),
    workflows: mapEntries(workflows, (definition) => definitionMeaning(definition, tagsAreRights)),
  })
}

/** Nothing hangs on the order in which they are declared. */
function byId(capabilities: readonly Capability[]): Capability[] {
  return capabilities.toSorted(({ id: one }, { id: other }) => (one < other ? -1 : 1))
}

/**
 * The words by which people decide: in the sentence of a card, on its buttons and beside its values. Who swaps the
 * titles of two buttons, or of two fields, has a person choose what they do not mean; so a change of these waits, too.
 */
export function labelsOf({ connections, capabilities, workflows }: Configuration): JsonValue {
  return plain({
    connections: mapEntries(connections, ({ title }) => ({ title })),
    capabilities: Object.fromEntries(
      capabilities.map(({ id, title, inputSchema }) => [id, { title, inputSchema }]),
    ),
    workflows: mapEntries(workflows, definitionLabels),
  })
}

function definitionLabels({ title, states, onTimeout }: Definition) {
  return {
    title,
    states: mapEntries(states, (state) => ({
      title: state.title,
      choices: choicesOf(state),
      ...(onTimeout?.executor !== undefined || asksIn(state) ? taskOf(state) : {}),
      transitions: mapEntries(state.transitions, (step) => ({
        title: step.title,
        description: step.description,
        inputSchema: step.inputSchema,
      })),
    })),
  }
}

/** By their names, in the order in which they stand beside each other: each has its place and its key. */
export function choicesOf({ transitions }: State): string[] {
  return Object.keys(transitions).filter((name) => transitions[name]?.actor === 'human')
}

/** Where the choices that people had, and have, stand in another order: one sentence each. */
export function sayOtherOrder(
  before: Configuration['workflows'],
  after: Configuration['workflows'],
): string[] {
  return Object.entries(after).flatMap(([id, { states }]) =>
    Object.entries(states).flatMap(([name, is]) => {
      const was = Object.hasOwn(before, id) && before[id] ? stateOf(before[id], name) : null
      if (was === null) return []
      const [had, have] = [choicesOf(was), choicesOf(is)]
      const kept = have.filter((choice) => had.includes(choice))
      const isSame = had.filter((choice) => have.includes(choice)).join() === kept.join()
      const order = kept.map((choice) => `‘${choice}’`).join(', ')
      return isSame
        ? []
        : [`What people choose in state ‘${name}’ of ‘${id}’ stands in another order: ${order}.`]
    }),
  )
}

/** What a card says of the state in which it asks. */
export function taskOf({ goal, guidance }: State) {
  return { goal, guidance }
}

/** Whether a person may be asked there: what runs may be held by an approval that is declared anywhere. */
function asksIn({ onEnter, transitions }: State): boolean {
  return onEnter !== undefined || Object.values(transitions).some(isRead)
}

/** Whether a person fires it, or may have to decide about what it does. */
export function isRead({ actor, executor, gates }: Transition): boolean {
  return actor === 'human' || executor !== undefined || gates !== undefined
}

/** Whether what some client sees is limited by tags. */
export function limitsByTags({ clients }: Configuration): boolean {
  return Object.values(clients).some(({ tags }) => tags !== undefined)
}

export function capabilityMeaning(capability: Capability, tagsAreRights: boolean): JsonObject {
  const { title: _t, description: _d, aliases: _a, examples: _e, tags, ...rest } = capability
  return plain({ ...rest, ...(tagsAreRights && { tags }), ...schemasOf(capability) }) as JsonObject
}

export function definitionMeaning(definition: Definition, tagsAreRights: boolean): JsonObject {
  const { title: _t, description: _d, aliases: _a, examples: _e, tags, states, ...rest } = definition
  return {
    ...(plain({ ...rest, ...(tagsAreRights && { tags }), ...schemasOf(definition) }) as JsonObject),
    states: mapEntries(states, stateMeaning),
  }
}

/** Nobody changes a state or a step, and each is compared with many others. */
const knownStates = new WeakMap<State, JsonObject>()
const knownSteps = new WeakMap<Transition, JsonObject>()

export function stateMeaning(state: State): JsonObject {
  const { title: _t, description: _d, goal: _g, guidance: _u, transitions, ...rest } = state
  return obtain(knownStates, state, () => ({
    ...(plain(rest) as JsonObject),
    transitions: mapEntries(transitions, transitionMeaning),
  }))
}

export function transitionMeaning(transition: Transition): JsonObject {
  const { title: _t, description: _d, ...rest } = transition
  return obtain(knownSteps, transition, () => plain({ ...rest, ...schemasOf(transition) }) as JsonObject)
}

function schemasOf(holder: { inputSchema?: JsonObject; outputSchema?: JsonObject }): JsonObject {
  return {
    ...(holder.inputSchema && { inputSchema: wordlessSchema(holder.inputSchema) }),
    ...(holder.outputSchema && { outputSchema: wordlessSchema(holder.outputSchema) }),
  }
}

/** A whole schema without its words. Where a reference may lead into one of them (`#/examples/0`), they are no words. */
export function wordlessSchema(schema: JsonObject): JsonValue {
  return refersToWords(schema) ? schema : wordless(schema)
}

function refersToWords(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.some(refersToWords)
  if (!isJsonObject(schema)) return false
  return Object.entries(schema).some(([keyword, value]) =>
    typeof value === 'string' ? REFERENCES.has(keyword) && meetsWords(value) : refersToWords(value),
  )
}

const REFERENCES = new Set(['$ref', '$dynamicRef'])

function meetsWords(reference: string): boolean {
  return reference.includes('%') || reference.split(/[#/]/).some((part) => WORDS.has(part))
}

/** Keywords of a schema under which every key is a name of the author's, not a keyword. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])
/** Keywords whose value is data, in which nothing is a word. */
const DATA = new Set(['const', 'enum', 'default', 'required', 'dependentRequired'])
const WORDS = new Set(['title', 'description', 'examples', '$comment'])

/** Which of the words by which people decide are others now: one sentence each. */
export function sayOtherWords(before: Configuration, after: Configuration): string[] {
  const isNoWord: IsHarmless = ({ path, was, is }) =>
    typeof (was ?? is) === 'object'
      ? was === undefined || is === undefined || Array.isArray(is)
      : ![...WORDS, 'goal', 'guidance'].includes(path.at(-1) ?? '')
  return findUnlike(labelsOf(before), labelsOf(after), isNoWord).map(
    (each) => `What people read: ${sayDiffering(each, SECTION_WORDS)}`,
  )
}

/** A schema without what only people read in it. */
export function wordless(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(wordless)
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !WORDS.has(keyword))
      .map(([keyword, value]) => [
        keyword,
        DATA.has(keyword)
          ? inOrder(keyword, value)
          : NAMED.has(keyword) && isJsonObject(value)
            ? mapEntries(value, wordless)
            : wordless(value),
      ]),
  )
}

/** Names that must be there: in whichever order. */
function inOrder(keyword: string, value: JsonValue): JsonValue {
  return keyword === 'required' && Array.isArray(value) ? value.toSorted() : value
}

function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue
}
