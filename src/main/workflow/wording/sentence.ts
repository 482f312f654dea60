/**
 * What a card says in words (R5.9): made of the author's declaration only; values
 * stand in it as quotations, never as part of the text. Pure.
 */

import type { Definition, Transition } from '../../model/definition.ts'
import { humanTransitions, stateOf, transitionsAt } from '../advance.ts'
import { asksPerson, toolOf } from '../executors/executors.ts'
import { isSingleCall } from '../proxy.ts'
import { fillTemplate, type Scope } from '../scope.ts'
import { listWith } from './listing.ts'
import type { SentencePiece } from './quote.ts'

/** The one sentence that leads an item. `transition` is null where several outcomes are open. */
export function composeSentence(request: {
  definition: Definition
  state: string
  transition: Transition | null
  transitionName: string | null
  scope: Scope
  /** What the configuration calls a connection; absent: its id, made readable. */
  serverTitle?: (connection: string) => string
}): SentencePiece[] {
  const { definition, transition, transitionName } = request
  if (transition?.summary !== undefined) return fillTemplate(transition.summary, request.scope)
  if (isSingleCall(definition.id))
    return capabilityQuestion(transition, transitionName, request.serverTitle ?? readableTitle)
  const workflow = titleOf(definition)
  if (transition === null || transitionName === null) {
    const state = stateTitle(definition, request.state)
    return [author(`${workflow} waits in ‘${state}’ for your decision.`)]
  }
  const step = transitionTitle(transition, transitionName)
  return [author(ENDS_OPEN.test(step) ? `‘${step}’ in ‘${workflow}’?` : `${step} in ${workflow}?`)]
}

/** A title that another word of its kind cannot follow, as in “Hand in”. */
const ENDS_OPEN = /\b(?:about|at|by|for|from|in|into|of|off|on|out|over|through|to|up|with)$/i

/** A server chooses titles and descriptions of its tools, so neither appears (R5.9). */
function capabilityQuestion(
  transition: Transition | null,
  transitionName: string | null,
  serverTitle: (connection: string) => string,
): SentencePiece[] {
  const executor = transition?.executor
  const tool = executor === undefined ? null : toolOf(executor)
  if (tool !== null) {
    return [
      author('Run '),
      name(tool.tool),
      author(' on the server '),
      name(serverTitle(tool.connection)),
      author('?'),
    ]
  }
  if (transitionName === null) return [author('A capability call waits for your decision.')]
  // What is no tool of a server was declared and named by the author of the configuration.
  return [author(`Run ‘${transitionTitle(transition, transitionName)}’?`)]
}

/** `content_tools` as “Content tools”. */
export function readableTitle(name: string): string {
  return capitalize(readable(name))
}

/** Which rule asked: one sentence for the “because” line. */
export function composeBecause(request: {
  definition: Definition
  state: string
  transition: Transition | null
  transitionName: string | null
}): string {
  const { definition, transition, transitionName } = request
  if (transition?.executor !== undefined && asksPerson(transition.executor)) {
    const { queue } = transition.executor
    const name = transitionTitle(transition, transitionName ?? 'it')
    return `The step ‘${name}’ asks a person${queue === undefined ? '' : ` (queue ${queue})`}.`
  }
  if (transition !== null && transition.actor !== 'human') {
    return `A person was asked about ‘${transitionTitle(transition, transitionName ?? 'it')}’.`
  }
  const outcomes = transitionsAt(definition, request.state)
  const names =
    transitionName === null
      ? humanTransitions(definition, request.state).map(([name]) => name)
      : [transitionName]
  if (names.length === 0) return `The workflow stopped in ‘${stateTitle(definition, request.state)}’.`
  const verbs = names.map((name) => `‘${transitionTitle(outcomes[name] ?? null, name)}’`)
  return `The workflow says that only a person may choose ${listWith('or', verbs)}.`
}

const REFUSALS = new Set([
  'reject',
  'refuse',
  'deny',
  'decline',
  'abort',
  'cancel',
  'disapprove',
  'veto',
  'block',
  'return',
  'revise',
  'rework',
  'no',
  'not',
  'never',
  'stop',
  'discard',
  'disagree',
])

/** The tone of an outcome's button: what refuses by its name does; else the first one declared approves. */
export function outcomeTone(name: string, index: number): 'approve' | 'refuse' | 'neutral' {
  const words = readable(name).toLowerCase().split(' ')
  const refuses =
    words.some((word) => REFUSALS.has(word) || REFUSALS.has(word.replace(/(ed|d)$/, ''))) ||
    /\b(?:request|ask for|needs?) changes?\b/.test(words.join(' ')) ||
    /\bsend back\b/.test(words.join(' '))
  if (refuses) return 'refuse'
  return index === 0 ? 'approve' : 'neutral'
}

export function titleOf(definition: Definition): string {
  return definition.title.trim() === '' ? readableTitle(definition.id) : definition.title
}

export function stateTitle(definition: Definition, state: string): string {
  return stateOf(definition, state)?.title ?? readable(state)
}

/** Declared, or made readable from the name: `request_changes` becomes “Request changes”. */
export function transitionTitle(transition: Transition | null, name: string): string {
  const title = transition?.title?.trim().replace(/[.?!…]+$/, '')
  return title === undefined || title === '' ? readableTitle(name) : title
}

function readable(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_\-.\s]+/g, ' ')
  return words.trim() === '' ? name : words.trim()
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function author(text: string): SentencePiece {
  return { kind: 'author', text }
}

function name(text: string): SentencePiece {
  return { kind: 'name', text }
}
