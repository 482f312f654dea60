/** Every secret that a client's file holds, whoever's server it belongs to, so that it can be masked. Pure. */

import { secretParts } from '../../../workflow/wording/secret-values.ts'
import type { KnownClient } from '../../clients/files/known-clients.ts'
import { parseClientText } from './read-client-text.ts'

/** Shorter ones stand in other words too, and guard nothing. */
const SHORTEST = 4

/** Longest first, so that none leaves a part of another. */
export function secretsInFile(format: KnownClient['format'], text: string): string[] {
  const parsed = parseClientText(text, format)
  const found = parsed.ok ? secretsIn(parsed.value, null) : []
  return [...new Set(found)]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((one, other) => other.length - one.length)
}

/** `name`: what it stands under, or the option in front of it. */
function secretsIn(value: unknown, name: string | null): string[] {
  if (typeof value === 'string') return secretsInText(value, name)
  if (Array.isArray(value)) return value.flatMap((each, index) => secretsIn(each, optionIn(value[index - 1])))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => secretsIn(each, key))
}

function secretsInText(text: string, name: string | null): string[] {
  // `--token=…`, `TOKEN=…` behind `-e`, `Authorization: …` behind `--header`.
  const [head = '', own] = /^(-{0,2}[A-Za-z_][\w.-]*)[=:]\s*(?!\/\/)(?=.)/s.exec(text) ?? []
  const [value, called] = own === undefined ? [text, name] : [text.slice(head.length), own]
  return [...partsOf(called, value), ...partsOf(name, text)].flatMap((part) => [
    part,
    // A longer one stands on lines of its own.
    ...part.split(/\r?\n/).map((line) => line.trim()),
  ])
}

function partsOf(name: string | null, text: string): string[] {
  return secretParts(name, text).map(({ start, end }) => text.slice(start, end))
}

function optionIn(before: unknown): string | null {
  return typeof before === 'string' && /^--?[A-Za-z][\w.-]*$/.test(before) ? before : null
}
