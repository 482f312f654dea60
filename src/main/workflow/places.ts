/**
 * What a step declares, with a visible place, `‹context.artifact›`, for every value that only a result will bring.
 * Pure.
 */

import type { ExecutorDeclaration, Mapping, ParallelBranch, Reliability } from '../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import { ENGINE } from '../model/principal.ts'
import { type Belief, dependsOnResult, foreseenFacts } from './belief.ts'
import { foreseeGuard } from './guards/guards.ts'
import { isPath, isWholePath, operationOf, pathsIn, pathsInText, splitTemplate } from './mapping.ts'
import { follow } from './path.ts'

export interface Declared {
  executor: ExecutorDeclaration | undefined
  reliability: Reliability | undefined
}

/** `approximate`: there was such a value. */
export function withPlaces(declared: Declared, belief: Belief): Declared & { approximate: boolean } {
  const writer = createWriter(belief)
  const executor = declared.executor === undefined ? undefined : writer.inExecutor(declared.executor)
  const reliability = writer.inReliability(declared.reliability)
  return { executor, reliability, approximate: writer.wrote() }
}

function createWriter(belief: Belief) {
  let approximate = false
  const placeOf = (path: string) => {
    approximate = true
    return `‹${bare(path)}›`
  }
  const isOpen = (path: string) => dependsOnResult(path, belief)

  /** A text of a `cli` or `rest` field, in which paths are filled in anywhere. */
  const inText = (text: string): string => {
    if (isWholePath(text)) return isOpen(text) ? placeOf(text) : text
    let result = text
    for (const path of pathsInText(text).sort((one, other) => other.length - one.length)) {
      if (isOpen(path)) result = result.replaceAll(path, placeOf(path))
    }
    return result
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
        return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, walk(each)]))
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

  const inBranch = (branch: ParallelBranch): ParallelBranch => {
    const { when, ...rest } = branch
    const filled = {
      ...rest,
      executor: inExecutor(branch.executor),
      ...present(inReliability(branch.reliability)),
    }
    const passes =
      when === undefined
        ? true
        : foreseeGuard(when, foreseenFacts({ principal: ENGINE, evidence: [] }, belief))
    if (passes === null) approximate = true
    // One that may still be left out is shown.
    return passes === false && when !== undefined ? { ...filled, when } : filled
  }

  const inExecutor = (executor: ExecutorDeclaration): ExecutorDeclaration => {
    switch (executor.kind) {
      case 'mcp':
        return executor.map === undefined ? executor : { ...executor, map: inMapping(executor.map) }
      case 'workflow':
        return executor.input === undefined ? executor : { ...executor, input: inMapping(executor.input) }
      case 'cli': {
        const { workingDirectory, stdin } = executor
        return {
          ...executor,
          args: executor.args.map(inField),
          env: mapValues(executor.env, inText),
          ...(workingDirectory === undefined ? {} : { workingDirectory: inText(workingDirectory) }),
          ...(stdin === undefined ? {} : { stdin: inText(stdin) }),
        }
      }
      case 'rest':
        return {
          ...executor,
          path: inPath(executor.path),
          query: mapValues(executor.query, inField),
          headers: mapValues(executor.headers, inHeader),
          ...(executor.body === undefined ? {} : { body: inField(executor.body) }),
        }
      case 'parallel':
        return { ...executor, branches: mapValues(executor.branches, inBranch) }
      case 'noop':
      case 'orchestrator':
      case 'human':
        return executor
    }
  }
  const inReliability = (reliability: Reliability | undefined): Reliability | undefined =>
    reliability === undefined ? undefined : { ...reliability, fallback: reliability.fallback.map(inExecutor) }

  return { inExecutor, inReliability, wrote: () => approximate }
}

/** Where a `{place}` is read: an argument hides what a result would bring under the same name. */
function pathOfPlace(place: string, { scope, unknownKeys }: Belief): string {
  if (/^(?:arguments|context|input|workflow)\./.test(place)) return `$.${place}`
  const segments = place.replaceAll('[', '.').replaceAll(']', '').split('.')
  const hidden = follow(scope.arguments, segments) !== undefined
  return !hidden && unknownKeys.has(segments[0] ?? '') ? `$.context.${place}` : `$.arguments.${place}`
}

function pathsInField(value: JsonValue): string[] {
  if (typeof value === 'string') return isWholePath(value) ? [value] : pathsInText(value)
  if (Array.isArray(value)) return value.flatMap(pathsInField)
  return isJsonObject(value) ? Object.values(value).flatMap(pathsInField) : []
}

function present(reliability: Reliability | undefined): { reliability?: Reliability } {
  return reliability === undefined ? {} : { reliability }
}

function mapValues<From, To>(values: Record<string, From>, convert: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, convert(value)]))
}

function bare(path: string): string {
  return path.replace(/^\$\./, '')
}
