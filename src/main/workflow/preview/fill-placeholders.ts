/**
 * What a step declares, with a visible place, `‹context.artifact›`, for every value that only a result will bring.
 * Pure.
 */

import type { ExecutorDeclaration, Mapping, Reliability } from '../../model/executor.ts'
import { NOTHING_STORED } from '../../model/guard.ts'
import { isJsonObject, type JsonObject, type JsonValue, mapEntries, textsIn } from '../../model/json.ts'
import { ENGINE } from '../../model/principal.ts'
import { withBranches } from '../executors/executors.ts'
import { editExecutor, editReliability } from '../executors/fields.ts'
import type { FieldEdit, ResolutionRefusal } from '../executors/kind.ts'
import { evaluateAhead } from '../guards/guards.ts'
import type { GuardFacts } from '../guards/kind.ts'
import {
  follow,
  isPath,
  isWholePath,
  namedPath,
  operationOf,
  PATH_IN_TEXT,
  pathsIn,
  pathsInText,
  segmentsOfPlace,
  splitTemplate,
} from '../scope.ts'
import { dependsOnResult, factsAhead, type KnownState } from './known-state.ts'

export interface DeclaredCall {
  executor: ExecutorDeclaration | undefined
  reliability: Reliability | undefined
}

/** `approximate`: there was such a value. */
export function fillPlaceholders(
  declared: DeclaredCall,
  belief: KnownState,
): DeclaredCall & { approximate: boolean } {
  const { edit, wrote } = createWriter(belief)
  const executor = declared.executor && editExecutor(declared.executor, edit)
  const reliability = declared.reliability && editReliability(declared.reliability, edit)
  return { executor, reliability, approximate: wrote() }
}

function createWriter(belief: KnownState) {
  let approximate = false
  const placeOf = (path: string) => {
    approximate = true
    return `‹${bare(path)}›`
  }
  const isOpen = (path: string) => dependsOnResult(path, belief)

  /** A text of a `cli` or `rest` field, in which paths are filled in anywhere. */
  const inText = (text: string): string => {
    const fill = (path: string) => (isOpen(path) ? placeOf(path) : path)
    return isWholePath(text) ? fill(text) : text.replace(PATH_IN_TEXT, fill)
  }
  /** A header carries no other quotes. */
  const inHeader = (text: string) => inText(text).replaceAll('‹', '<').replaceAll('›', '>')
  const inPath = (template: string): string =>
    splitTemplate(template)
      .map(({ words, place }) => {
        if (place === null) return inText(words)
        const path = pathOfPlace(place, belief)
        return inText(words) + (isOpen(path) ? placeOf(path) : `{${place}}`)
      })
      .join('')

  const inValues = (
    value: JsonValue,
    paths: (value: JsonValue) => string[],
    text: (text: string) => string,
  ) => {
    const walk = (part: JsonValue): JsonValue => {
      if (typeof part === 'string') return text(part)
      if (Array.isArray(part)) return part.map(walk)
      if (!isJsonObject(part)) return part
      if (operationOf(part) === null) {
        return mapEntries(part, walk)
      }
      const open = paths(part).filter(isOpen)
      if (open.length === 0) return part
      approximate = true
      return `‹from ${open.map(bare).join(', ')}›`
    }
    return walk(value)
  }
  const inField = (value: JsonValue) => inValues(value, pathsInField, inText)
  const inMapping = (mapping: Mapping): Mapping =>
    inValues(mapping as JsonObject, pathsIn, (text) =>
      isPath(text) && isOpen(text) ? placeOf(text) : text,
    ) as Mapping

  const edit: FieldEdit = {
    text: inText,
    value: inField,
    header: inHeader,
    template: inPath,
    mapping: (mapping) => mapping && inMapping(mapping),
    when(guard) {
      const passes = evaluateAhead(guard, aheadOf(belief))
      if (passes === null) approximate = true
      // One that may still be left out is shown.
      return passes === false ? guard : undefined
    },
  }
  return { edit, wrote: () => approximate }
}

/**
 * Whether a refusal of what is declared here holds whatever the values come to be: where a place stands for one, only what
 * is not there, since a kind may refuse the place itself and take the value (too long, not of the right form).
 */
export function isCertain({ missing, gone }: ResolutionRefusal, approximate: boolean): boolean {
  return !approximate || missing !== undefined || gone === true
}

/** Without the branches of which it cannot be said yet whether they run. */
export function withoutOpenBranches(executor: ExecutorDeclaration, belief: KnownState): ExecutorDeclaration {
  const facts = aheadOf(belief)
  return withBranches(executor, ({ when }) => when === undefined || evaluateAhead(when, facts) !== null)
}

/** Branches are the engine's to choose. */
function aheadOf(belief: KnownState): GuardFacts {
  return factsAhead({ principal: ENGINE, stored: NOTHING_STORED }, belief)
}

/** Where a `{place}` is read: an argument hides what a result would bring under the same name. */
function pathOfPlace(place: string, { scope, unknownKeys }: KnownState): string {
  const path = namedPath(place)
  if (path !== null) return path
  const segments = segmentsOfPlace(place)
  const name = segments[0] ?? ''
  const hidden = follow(scope.arguments, segments) !== undefined
  return !hidden && unknownKeys.has(name) ? `$.context.${place}` : `$.arguments.${place}`
}

function pathsInField(value: JsonValue): string[] {
  return textsIn(value).flatMap((text) => (isWholePath(text) ? [text] : pathsInText(text)))
}

function bare(path: string): string {
  return path.replace(/^\$\./, '')
}
