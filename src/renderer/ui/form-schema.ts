type Part = Record<string, unknown>

/**
 * The schema as the form library can show all of it: it draws nothing for a schema without a word in it, and gives up
 * on a list of whatever. Both become a part without a type, for which there is a field of its own. Pure.
 */
export function fitSchema(schema: unknown, name = ''): Part {
  if (!isPart(schema) || Object.keys(schema).length === 0)
    return schema === false ? { not: {} } : { title: name }
  const fitted: Part = { ...schema }
  if (fitted.type === 'array' && !isPart(fitted.items)) {
    delete fitted.type
    fitted.title ??= name
  } else if (isPart(fitted.items)) fitted.items = fitSchema(fitted.items)
  for (const place of ['properties', '$defs', 'definitions']) {
    const parts = fitted[place]
    if (!isPart(parts)) continue
    fitted[place] = Object.fromEntries(
      Object.entries(parts).map(([key, part]) => [key, fitSchema(part, key)]),
    )
  }
  return fitted
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a person typed as JSON. Nothing typed is no value. Pure. */
export function readJson(text: string): { valid: boolean; value: unknown } {
  if (text.trim() === '') return { valid: true, value: undefined }
  try {
    return { valid: true, value: JSON.parse(text) as unknown }
  } catch {
    return { valid: false, value: undefined }
  }
}
