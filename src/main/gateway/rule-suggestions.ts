/**
 * What people decided at one gate, the rule that follows from it, and what that rule would have done: proven with the
 * engine's own judgement on the configuration as the rule would make it. Applies nothing.
 */

import type { TextEdit } from '../config/edit/text.ts'
import { valueAt } from '../config/read/tree.ts'
import type { Plan } from '../model/call.ts'
import { type Configuration, isError } from '../model/configuration.ts'
import type { Transition } from '../model/definition.ts'
import { NOTHING_STORED } from '../model/guard.ts'
import type { HeldItem } from '../model/item.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { itemsAskedSince } from '../model/pages.ts'
import { createLiveCatalog, type LiveCatalog } from '../runtime/live-catalog.ts'
import type { Clock, Store } from '../runtime/ports.ts'
import { argumentNames, callFacts, resolvePlan, toolOf } from '../workflow/executors/executors.ts'
import { unsaidFields } from '../workflow/executors/fields.ts'
import { evaluateGates, exemptionTest } from '../workflow/gates/gates.ts'
import {
  namesOfArguments,
  namesOfCall,
  type SuggestedRule,
  suggestRule,
} from '../workflow/gates/suggest-rule.ts'
import { declaredGuard } from '../workflow/guards/guards.ts'
import { currentTransition, isSingleCall } from '../workflow/proxy.ts'
import type { Moment } from '../workflow/scope.ts'
import type { ConfigurationEditor, EditedFile } from './configuration/configuration-editor.ts'
import { findGatePlaces } from './configuration/gate-places.ts'
import { contentOf } from './tools/catalog-refresh.ts'
import type { Tools } from './tools/tools.ts'

/** What is passed about as the name of a gate. */
export interface GateKey {
  kind: string
  definitionId: string
  state: string
  transition: string
}

export interface Suggestion {
  rule: SuggestedRule
  /** What an agent calls the values, by their paths in the call. */
  names: Record<string, string>
  /** Fields of the call that go without saying. */
  unsaid: string[]
  edited: EditedFile
  replay: {
    asked: number
    /** There are older ones that were not looked at. */
    isPartial: boolean
    letThrough: number
    /** Of what it would have let through, what a person had refused, or approved only in another way. */
    refused: HeldItem[]
  }
}

export type SuggestResult =
  | { kind: 'suggested'; suggestion: Suggestion }
  /** Why there is none, as a sentence. */
  | { kind: 'none'; message: string }

export interface RuleSuggestions {
  /** `until`: a date. */
  suggest(key: GateKey, until: string): Promise<SuggestResult>
  /** The changes of the document that the suggestion is; throws nothing, an empty list if there is none. */
  edits(key: GateKey, until: string): Promise<TextEdit[]>
}

interface ExperienceParts {
  store: Pick<Store, 'approvals'>
  clock: Clock
  catalog: LiveCatalog
  tools: Pick<Tools, 'usable' | 'isChanged'>
  document(): Promise<JsonObject>
  editor: Pick<ConfigurationEditor, 'preview'>
  hash(value: JsonValue): string
}

interface Decisions {
  items: HeldItem[]
  isPartial: boolean
}

const DAYS = 30
const MOST_ITEMS = 2000
const PAGE = 200

export function createRuleSuggestions(parts: ExperienceParts): RuleSuggestions {
  const { catalog, clock } = parts

  async function decided({ definitionId, state, transition }: GateKey): Promise<Decisions> {
    const since = new Date(clock.now() - DAYS * 86_400_000).toISOString()
    return await itemsAskedSince(
      (from) =>
        parts.store.approvals(
          { kind: ['gate'], status: ['approved', 'refused', 'expired'], order: 'newest' },
          { limit: PAGE, uncounted: true, ...from },
        ),
      since,
      MOST_ITEMS,
      (item) =>
        item.definitionId === definitionId && item.state === state && item.step.transition === transition,
    )
  }

  function planned(from: LiveCatalog, transition: Transition, scope: Moment): Plan | null {
    const resolved = resolvePlan(transition.executor, transition.reliability, scope, from)
    return resolved.ok ? resolved.plan : null
  }

  async function prepare(key: GateKey): Promise<
    | {
        ok: true
        rule: SuggestedRule
        names: Record<string, string>
        unsaid: string[]
        decisions: Decisions
        edits(until: string): TextEdit[]
      }
    | { ok: false; message: string }
  > {
    const transition = currentTransition(catalog, key)
    if (key.kind !== 'gate' || transition === null)
      return none('Only a call that asks people first can be loosened.')
    const decisions = await decided(key)
    const { items } = decisions
    const first = items[0]
    const plan =
      first === undefined
        ? null
        : planned(catalog, transition, scopeOf(first, first.step.arguments, clock.now()))
    const call = plan?.calls[0].call
    const called = call === undefined ? null : toolOf(call)
    const tool = called === null ? null : { connection: called.connection, name: called.tool }
    const { definitionId, state, transition: name } = key
    const isCall = isSingleCall(definitionId)
    const target = isCall
      ? ({ kind: 'capability', id: name } as const)
      : ({ kind: 'transition', definitionId, state, name } as const)
    const document = await parts.document()
    const places = findGatePlaces(document, { target, tool })
    if (places.length === 0) return none('Its approval is not written where the desk could change it.')
    if (!isCall && places.some(({ isOnCalls }) => isOnCalls))
      return none(
        'Its approval stands before calls of many steps; an exception to it is for a person to write.',
      )
    if (places.some(({ path }) => hasOpenException(document, path, clock.now())))
      return none('It has an exception already, which has not ended.')
    const root = isCall ? '$.call' : '$.arguments'
    const examples = items.flatMap((item) => examplesOf(item, transition, isCall))
    const { executor, inputSchema } = transition
    const known =
      isCall && executor !== undefined
        ? namesOfCall(executor, inputSchema)
        : namesOfArguments(inputSchema, root)
    const rule = suggestRule(examples, root, known)
    if (rule === null) return none('There is too little that all that was approved has in common.')
    const when = rule.guards.map((guard) => declaredGuard(guard))
    return {
      ok: true,
      rule,
      names: executor === undefined ? {} : argumentNames(executor),
      unsaid: executor === undefined ? [] : unsaidFields(executor),
      decisions,
      edits: (until) =>
        places.flatMap(({ path, spelling }): TextEdit[] =>
          spelling === 'approval'
            ? [{ path: [...path, 'except'], value: { when, until } }]
            : [
                { path, value: undefined },
                {
                  path: [...path.slice(0, -1), 'approval'],
                  value: { required: true, except: { when, until } },
                },
              ],
        ),
    }
  }

  /** One that was approved only with other arguments counts as refused as it was asked. */
  function examplesOf(item: HeldItem, transition: Transition, isCall: boolean) {
    const factsOf = (given: JsonObject): JsonValue | null => {
      if (!isCall) return given
      const plan = planned(catalog, transition, scopeOf(item, given, clock.now()))
      return plan === null ? null : callFacts(plan.calls[0].call)
    }
    const ran = item.status === 'approved' ? (item.decision?.arguments ?? item.step.arguments) : null
    const isEdited = item.held.edited !== undefined
    const shown = [
      ...(ran === null ? [] : [{ facts: factsOf(ran), approved: true }]),
      ...(item.status === 'refused' || isEdited
        ? [{ facts: factsOf(item.step.arguments), approved: false }]
        : []),
    ]
    return shown.flatMap(({ facts, approved }) => (facts === null ? [] : [{ facts, approved }]))
  }

  function replay(
    configuration: Configuration,
    key: GateKey,
    { items, isPartial }: Decisions,
  ): Suggestion['replay'] {
    const after = createLiveCatalog({
      nearest: async () => [],
      hash: (value) => parts.hash(value as JsonValue),
      isChangedTool: parts.tools.isChanged,
    })
    after.replace(contentOf(configuration, parts.tools).content)
    const transition = currentTransition(after, key)
    const passes = (item: HeldItem): boolean => {
      if (transition === null) return false
      const scope = scopeOf(item, item.step.arguments, clock.now())
      const plan = planned(after, transition, scope)
      if (plan === null) return false
      const by = { id: item.requestedBy, ...item.requesterRights }
      const judge = exemptionTest({ scope, by, stored: NOTHING_STORED })
      return evaluateGates(transition.gates, plan, 0, after, judge).standing.length === 0
    }
    const through = items.filter(passes)
    const isNo = (item: HeldItem) => item.status === 'refused' || item.held.edited !== undefined
    return { asked: items.length, isPartial, letThrough: through.length, refused: through.filter(isNo) }
  }

  return {
    async edits(key, until) {
      const prepared = await prepare(key)
      return prepared.ok ? prepared.edits(until) : []
    },
    async suggest(key, until) {
      const prepared = await prepare(key)
      if (!prepared.ok) return { kind: 'none', message: prepared.message }
      const { rule, names, unsaid, decisions } = prepared
      const result = await parts.editor.preview(prepared.edits(until))
      if (result.kind === 'impossible') return { kind: 'none', message: result.message }
      const { edited } = result
      if (edited.configuration === null) {
        const problem = edited.problems.find(isError)
        return { kind: 'none', message: problem?.message ?? 'The file would have errors.' }
      }
      const replayed = replay(edited.configuration, key, decisions)
      if (replayed.letThrough === 0)
        return { kind: 'none', message: 'No rule would have let anything through.' }
      return { kind: 'suggested', suggestion: { rule, names, unsaid, edited, replay: replayed } }
    },
  }
}

function none(message: string): { ok: false; message: string } {
  return { ok: false, message }
}

/** What the context was then is not kept: a call that depends on it cannot be spoken of. */
function scopeOf({ workflowId, state }: HeldItem, args: JsonObject, now: number): Moment {
  return { arguments: args, context: {}, input: {}, workflow: { id: workflowId, state }, now }
}

function hasOpenException(document: JsonObject, path: readonly (string | number)[], now: number): boolean {
  const until = valueAt(document, [...path, 'except', 'until'])
  return (
    typeof until === 'string' && Date.parse(until.length === 10 ? `${until}T23:59:59.999Z` : until) >= now
  )
}
