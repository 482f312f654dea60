/** Puts what a person has filled in where a candidate asks for it: `${input:NAME}`. Pure. */
import type { ServerDraft } from '../../../../preload/contract.ts'

type Connection = ServerDraft['connection']
type Json = Connection[string]

const PLACES = /\$\$|\$\{input:([^{}]*)\}/g

/** Where nothing was filled in, the whole variable, header or argument is left out, and the option before it. */
export function fillInputs(connection: Connection, values: Readonly<Record<string, string>>): Connection {
  const filled = fill(connection, values)
  return isRecord(filled) ? filled : {}
}

function fill(value: Json, values: Readonly<Record<string, string>>): Json | undefined {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      const next = value[index + 1]
      const isOption = typeof item === 'string' && item.startsWith('-') && belongsTo(item, next)
      const filled = isOption && fill(next ?? null, values) === undefined ? undefined : fill(item, values)
      return filled === undefined ? [] : [filled]
    })
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const filled = fill(each, values)
      return filled === undefined ? [] : [[key, filled] as const]
    }),
  )
}

/** All that the next word asks for bears the name of this option. */
function belongsTo(option: string, next: Json | undefined): boolean {
  if (typeof next !== 'string') return false
  const names = [...next.matchAll(PLACES)].flatMap(([, name]) => (name === undefined ? [] : [name]))
  return names.length > 0 && names.every((name) => name === option || name.startsWith(`${option} `))
}

function fillText(text: string, values: Readonly<Record<string, string>>): string | undefined {
  let isLacking = false
  const filled = text.replace(PLACES, (whole, name: string | undefined) => {
    if (name === undefined) return whole
    const value = values[name] ?? ''
    isLacking ||= value === ''
    return value
  })
  return isLacking ? undefined : filled
}

function isRecord(value: unknown): value is Connection {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
