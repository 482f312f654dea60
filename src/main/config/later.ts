/**
 * What this version reads and does not do. An error where leaving it out would change what runs or who must
 * approve; a warning where it changes nothing that matters.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import type { Findings } from './findings.ts'
import { type Path, type Tree, toJson } from './tree.ts'

interface Feature {
  /** Names of a path; `*` is any name or position. */
  at: string
  severity: 'error' | 'warning'
  sentence: string
  /** Values for which it makes no difference that it is missing. */
  harmless?: (value: JsonValue) => boolean
}

const GATE =
  'Approval gates are not in this version: the call would run without asking. Use a transition with ‘actor: human’, or an executor of the kind ‘human’.'
const RELIABILITY =
  'Retries, fallbacks and time limits of single attempts are not in this version. Remove ‘reliability’.'
const SANDBOX =
  'Sandboxes are not in this version: the process would not be locked in. Remove ‘sandbox’ if that is acceptable.'
const UNDO = 'Taking back a decision is not in this version. Remove ‘undoMs’.'
const STATE = 'workflows.*.states.*'
const TRANSITION = `${STATE}.transitions.*`

const asksNobody = (value: JsonValue) => isJsonObject(value) && value.required === false
/** R2.7: these say that a person decided. */
const ENGINE_EVIDENCE = new Set<unknown>(['approval', 'human_request'])
const EXECUTORS = ['proxy.expose.*', 'capabilities.*', TRANSITION, `${STATE}.onEnter`]

const FEATURES: readonly Feature[] = [
  ...['connections.*', 'proxy.import.*', 'proxy.expose.*', 'capabilities.*', TRANSITION].map(
    (at): Feature => ({ at: `${at}.approval`, severity: 'error', sentence: GATE, harmless: asksNobody }),
  ),
  ...EXECUTORS.map((at): Feature => ({ at: `${at}.reliability`, severity: 'error', sentence: RELIABILITY })),
  ...EXECUTORS.flatMap((at) => executorFeatures(`${at}.executor`)),
  {
    at: 'connections.*.kind',
    severity: 'warning',
    sentence: 'Connections of the kind ‘rest’ are not in this version; nothing can use it.',
    harmless: (value) => value !== 'rest',
  },
  {
    at: 'connections.*.sandbox',
    severity: 'error',
    sentence: SANDBOX,
    harmless: (value) => value === 'none',
  },
  {
    at: 'workflows.*.steps',
    severity: 'error',
    sentence: 'Workflows made of ‘steps’ are not in this version. Write ‘states’.',
  },
  {
    at: 'workflows.*.onTimeout.executor',
    severity: 'error',
    sentence:
      'An executor that runs when the time is up is not in this version. Put it into ‘onEnter’ of the target state.',
  },
  {
    at: `${TRANSITION}.evidence`,
    severity: 'error',
    sentence: 'Evidence of your own is not in this version; the engine records its own kinds.',
  },
  {
    at: `${TRANSITION}.evidence.*`,
    severity: 'error',
    sentence: 'Evidence of the kinds ‘approval’ and ‘human_request’ is recorded by the engine alone.',
    harmless: (value) => !ENGINE_EVIDENCE.has(isJsonObject(value) ? value.kind : value),
  },
  { at: `${TRANSITION}.undoMs`, severity: 'error', sentence: UNDO },
  { at: 'approvals.undoMs', severity: 'error', sentence: UNDO },
  {
    at: 'approvals.queues',
    severity: 'error',
    sentence:
      'Rules about who decides in which queue are not in this version. Use a ‘role’ guard on the transition.',
  },
  {
    at: 'discovery.profile',
    severity: 'warning',
    sentence: 'Only the ranking ‘classic’ is in this version; it is used instead.',
    harmless: (value) => value === 'classic',
  },
  {
    at: 'discovery.enabled',
    severity: 'warning',
    sentence: '‘enabled’ is ignored: the tools are always the same seven.',
  },
  {
    at: 'audit.sink',
    severity: 'warning',
    sentence: 'An extra copy of the audit log is not in this version. The database has it.',
    harmless: (value) => value === 'sqlite' || value === 'none',
  },
]

function executorFeatures(at: string): Feature[] {
  const kinds: Partial<Record<string, string>> = {
    rest: 'HTTP requests (‘kind: rest’) are not in this version. Call the service with a program (‘kind: cli’) or through an MCP server.',
    workflow: 'Running another workflow (‘kind: workflow’) is not in this version.',
    parallel: 'Running several executors at once (‘kind: parallel’) is not in this version.',
  }
  return [
    ...Object.entries(kinds).map(
      ([kind, sentence = '']): Feature => ({
        at: `${at}.kind`,
        severity: 'error',
        sentence,
        harmless: (value) => value !== kind,
      }),
    ),
    {
      at: `${at}.idempotencyKey`,
      severity: 'error',
      sentence:
        'Idempotency keys are not in this version. If running it twice does no harm, write ‘idempotent: true’.',
      harmless: (value) => value === false,
    },
    {
      at: `${at}.allowDash`,
      severity: 'error',
      sentence: '‘allowDash’ is not in this version: values that begin with ‘-’ are always refused.',
      harmless: (value) => value === false,
    },
    {
      at: `${at}.timeoutMs`,
      severity: 'error',
      sentence: "A deadline for one decision is not in this version. Use the workflow's ‘timeoutMs’.",
    },
  ]
}

export function checkLaterFeatures(findings: Findings, tree: Tree): void {
  const document = toJson(tree)
  for (const { at, severity, sentence, harmless } of FEATURES) {
    for (const { path, value } of matches(document, at.split('.'), [])) {
      if (!harmless?.(value)) findings[severity](path, sentence)
    }
  }
}

function matches(
  value: JsonValue,
  pattern: readonly string[],
  path: Path,
): { path: Path; value: JsonValue }[] {
  const [step, ...rest] = pattern
  if (step === undefined) return [{ path, value }]
  const inside: [string | number, JsonValue][] = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value as JsonObject)
      : []
  return inside
    .filter(([name]) => step === '*' || step === name)
    .flatMap(([name, inner]) => matches(inner, rest, [...path, name]))
}
