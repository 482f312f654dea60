type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * A literal call of a tool, a request or a workflow as what is called and its values, for reading. Null where the text
 * is anything else: only what reads the same when it is put together again is taken apart, so nothing is left out. Pure.
 */
export function splitCall(text: string): { called: string; values: Record<string, Json> } | null {
  const at = text.indexOf(' {')
  const called = text.slice(0, Math.max(0, at))
  // Between quotation marks, a brace may be anything.
  if (called === '' || /["'`]/.test(called)) return null
  const values = readRecord(text.slice(at + 1))
  if (values === null || Object.keys(values).length === 0) return null
  return `${called} ${JSON.stringify(values)}` === text ? { called, values } : null
}

function readRecord(text: string): Record<string, Json> | null {
  try {
    return JSON.parse(text) as Record<string, Json>
  } catch {
    return null
  }
}
