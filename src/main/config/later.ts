/**
 * What this version reads and does not do. An error where leaving it out would change what runs or who must
 * approve; a warning where it changes nothing that matters.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import type { Findings } from './findings.ts'
import type { Document } from './schema.ts'
import type { Path } from './tree.ts'

interface Feature {
  /** Names of a path; `*` is any name or position. */
  at: string
  severity: 'error' | 'warning'
  sentence: string
  /** Values for which it makes no difference that it is missing. */
  harmless?: (value: JsonValue) => boolean
}

const FEATURES: readonly Feature[] = [
  {
    at: 'discovery.enabled',
    severity: 'warning',
    sentence: '‘enabled’ is ignored: the tools are always the same seven.',
  },
]

export function checkLaterFeatures(findings: Findings, document: Document): void {
  for (const { at, severity, sentence, harmless } of FEATURES) {
    for (const { path, value } of matches(document as unknown as JsonValue, at.split('.'), [])) {
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
