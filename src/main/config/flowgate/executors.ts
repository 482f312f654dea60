/** Executors by their kind in mcp-flowgate: the keys that were read there, and what they are here. */
import { isJsonObject, type JsonObject, type JsonValue, ownOf, present } from '../../model/json.ts'
import type { Path } from '../read/tree.ts'
import type { DifferenceId } from './differences.ts'
import { type ConversionContext, type ConvertKey, convertKeys, listAt, objectAt, same } from './notes.ts'
import { convertField, convertLiterals, convertMap, type ReadResult } from './values.ts'

interface Form {
  /** The keys that were read. */
  keys: Record<string, ConvertKey>
  /** What else the executor becomes. */
  finish?(executor: JsonObject, path: Path, context: ConversionContext): JsonObject
  /** What a path into its result is here. */
  result?(context: ConversionContext): ReadResult
}

const repetition: Record<string, ConvertKey> = {
  idempotencyKey(value, path, context) {
    if (value !== true) return value
    context.note('key-form', path)
    return '{workflowId}.{transition}.{correlationId}'
  },
}

const lost =
  (id: DifferenceId): ConvertKey =>
  (_, path, context) => {
    context.note(id, path, String(path.at(-1)))
    return undefined
  }

/** Each path into the result is shown once more: its shape is another one. */
const otherShape =
  (id: DifferenceId) =>
  (context: ConversionContext): ReadResult =>
  (text, path) => {
    if (/^\$\.output\b/.test(text)) context.note(id, path, text)
    return text
  }

const FORMS: Record<string, Form> = {
  noop: { keys: {}, result: otherShape('noop-output') },
  cli: {
    keys: {
      command: convertProgram,
      connection: same,
      args: convertArguments,
      env: convertLiterals,
      treatNonZeroAsFailure: same,
      ...repetition,
    },
    finish(executor, path, context) {
      // Of a connection it is said there.
      if (executor.connection !== undefined) return executor
      context.note('program-folder', path)
      context.note('program-environment', path)
      return executor
    },
  },
  mcp: {
    keys: { connection: same, tool: same, map: convertMap, ...repetition },
    result: (context) => (text, path) => {
      const block = /^\$\.output\.content(?:\.|\[|$)/.test(text)
      if (!block) return text
      context.note('tool-content', path, text)
      return /^\$\.output\.content(?:\.0|\[0\])\.text$/.test(text) ? '$.output.text' : text
    },
  },
  rest: {
    keys: {
      connection: same,
      method: (value) => (typeof value === 'string' ? value.toUpperCase() : value),
      path(value, path, context) {
        if (typeof value === 'string' && value.includes('{')) context.note('path-value', path, value)
        return value
      },
      query: convertField,
      headers: convertLiterals,
      body: convertField,
      ...repetition,
    },
    finish: ({ method = 'GET', path = '/', ...executor }) => ({ ...executor, method, path }),
  },
  human: {
    keys: { queue: same },
    finish(executor, path, context) {
      context.note('human-executor', path)
      return executor
    },
    result: otherShape('human-executor'),
  },
  workflow: {
    keys: {
      definitionId: same,
      input: convertInput,
      timeoutMs: lost('workflow-time'),
      use: lost('no-counterpart'),
    },
    finish(executor, path, context) {
      if ('input' in executor) return executor
      context.note('workflow-input', path)
      return { ...executor, input: {} }
    },
  },
  parallel: {
    keys: {
      branches: convertBranches,
      join(value, path, context) {
        if (value !== 'all' && value !== 'any') context.note('no-counterpart', path, 'join')
        return value
      },
      max_concurrency: same,
      on_branch_failure: same,
      total_timeout_ms: lost('no-counterpart'),
      max_recursion_depth: () => undefined,
    },
    finish(executor, path, context) {
      context.note('parallel-form', path)
      const { max_concurrency, on_branch_failure, branches = {}, ...others } = executor
      const limit = max_concurrency ?? Object.keys(branches ?? {}).length
      if (on_branch_failure !== 'continue') return { ...others, branches, limit }
      const goOn = Object.entries(isJsonObject(branches) ? branches : {}).map(([name, branch]) => [
        name,
        {
          ...(isJsonObject(branch) && 'executor' in branch ? branch : { executor: branch }),
          onFailure: 'continue',
        },
      ])
      return { ...others, branches: Object.fromEntries(goOn) as JsonObject, limit }
    },
    result: (context) => (text, path) => {
      const [, index, rest = ''] = /^\$\.output\.branches\.(\d+)\.output(\..+)?$/.exec(text) ?? []
      if (/^\$\.output\b/.test(text)) context.note('parallel-form', path, text)
      return index === undefined ? text : `$.output.branch_${index}${rest}`
    },
  },
}

const CAPABILITY: Form = { keys: { capability: same } }

export function convertExecutor(executor: JsonValue, path: Path, context: ConversionContext): JsonValue {
  if (!isJsonObject(executor)) return executor
  const form = formOf(executor)
  if (form === undefined) {
    context.note('no-counterpart', path, `kind: ${String(executor.kind)}`)
    return executor
  }
  const { kind, ...fields } = executor
  const converted = convertKeys(fields, path, context, form.keys, 'unread-key')
  const result = form === CAPABILITY ? converted : { ...present({ kind }), ...converted }
  return form.finish?.(result, path, context) ?? result
}

/** What paths into the result of an executor are here; of a capability, those of what it runs. */
export function resultOf(executor: JsonValue | undefined, context: ConversionContext): ReadResult {
  const declared = isJsonObject(executor) ? runBy(executor, context.document) : undefined
  const form = declared && formOf(declared)
  return form?.result?.(context) ?? ((text) => text)
}

/** Follows `capability` and `wraps`; undefined where that leads nowhere, or in a circle. */
function runBy(executor: JsonObject, document: JsonObject): JsonObject | undefined {
  const capabilities = objectAt(document, 'capabilities')
  const seen = new Set<string>()
  let here: JsonObject | undefined = executor
  while (here !== undefined && typeof here.capability === 'string') {
    let name: JsonValue | undefined = here.capability
    here = undefined
    while (typeof name === 'string' && !seen.has(name) && here === undefined) {
      seen.add(name)
      const declared = objectAt(capabilities, name)
      here = isJsonObject(declared.executor) ? declared.executor : undefined
      name = declared.wraps
    }
  }
  return here
}

function formOf(executor: JsonObject): Form | undefined {
  if (typeof executor.capability === 'string') return CAPABILITY
  return ownOf(FORMS, String(executor.kind))
}

/** A command with a slash that is no whole path. */
export function convertProgram(
  value: JsonValue,
  path: Path,
  context: Pick<ConversionContext, 'note'>,
): JsonValue {
  if (typeof value === 'string' && isRelative(value)) context.note('relative-path', path, value)
  return value
}

/** A text that is surely a path, and depends on where one stands. */
export function isRelative(text: string): boolean {
  return text === '.' || text === '..' || /^\.{1,2}[/\\]/.test(text)
}

/** Arguments of a program, in an executor or a connection. */
export function convertArguments(
  value: JsonValue,
  path: Path,
  context: Pick<ConversionContext, 'note'>,
): JsonValue {
  for (const [index, item] of (Array.isArray(value) ? value : []).entries())
    convertProgram(item, [...path, index], context)
  return convertField(value, path, context)
}

function convertInput(value: JsonValue, path: Path, context: ConversionContext): JsonValue {
  // Of all paths only these were filled in there, at any depth.
  const read = /^\$\.(?:arguments|context)\.[^[\]]+$/
  const visit = (item: JsonValue, at: Path): void => {
    if (typeof item === 'string' && item.startsWith('$.') && !read.test(item))
      context.note(item.includes('[*]') ? 'projection' : 'unread-path', at, item)
    for (const [name, each] of Object.entries(isJsonObject(item) ? item : {})) visit(each, [...at, name])
  }
  visit(value, path)
  return value
}

/** In a list of executors a capability was not looked up. */
function convertNested(executor: JsonValue, path: Path, context: ConversionContext): JsonValue {
  if (isJsonObject(executor) && 'capability' in executor) context.note('nested-capability', path)
  return convertExecutor(executor, path, context)
}

function convertBranches(value: JsonValue, path: Path, context: ConversionContext): JsonValue {
  if (!Array.isArray(value)) {
    context.note('no-counterpart', path, 'for_each')
    return value
  }
  const branches = value.map((branch, index) => {
    const { reliability, ...executor } = isJsonObject(branch) ? branch : {}
    const converted = convertNested(executor, [...path, index], context)
    if (reliability === undefined) return [`branch_${index}`, converted]
    const policy = convertReliability(reliability, [...path, index, 'reliability'], context, executor)
    return [`branch_${index}`, { executor: converted, reliability: policy }]
  })
  return Object.fromEntries(branches) as JsonObject
}

/** `reliability`, with what held there by default written out. */
export function convertReliability(
  reliability: JsonValue,
  path: Path,
  context: ConversionContext,
  executor: JsonValue | undefined,
): JsonValue {
  if (!isJsonObject(reliability)) return reliability
  const result: JsonObject = { ...reliability }
  const { retry, fallback } = reliability
  if (isJsonObject(retry)) {
    const defaults: JsonObject = {
      maxAttempts: 1,
      backoff: 'none',
      initialDelayMs: 0,
      jitter: false,
      retryOn: ['timeout', 'transient_error', 'rate_limited'],
    }
    const missing = Object.keys(defaults).filter((key) => !(key in retry))
    if (missing.length > 0) context.note('retry-defaults', [...path, 'retry'], missing.join(', '))
    result.retry = { ...defaults, ...retry }
    const classes = listAt(result.retry, 'retryOn')
    const kind = isJsonObject(executor) ? runBy(executor, context.document)?.kind : undefined
    if (kind === 'rest' && classes.includes('timeout') !== classes.includes('transient_error'))
      context.note('failure-class', [...path, 'retry'])
  }
  if (isJsonObject(fallback)) {
    const executors = listAt(fallback, 'executors').map((each, index) =>
      convertNested(each, [...path, 'fallback', 'executors', index], context),
    )
    result.fallback = { ...fallback, executors }
  }
  return result
}
