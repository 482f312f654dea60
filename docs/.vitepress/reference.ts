/** Every key of the configuration as a page, made from the schema that editors and `check` use. Pure. */

/** As much of JSON Schema as `resources/gateway.schema.json` has. */
export interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  $ref?: string
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  if?: Schema
  then?: Schema
  else?: Schema
  minimum?: number
  maximum?: number
  pattern?: string
  $defs?: Record<string, Schema>
}

/** A part of the page: an object with keys, under a heading. `anchor` is what links lead to. */
interface Section {
  level: number
  title: string
  anchor: string
  schema: Schema
}

const HEAD = `# Every key of the configuration

This page is made from \`gateway.schema.json\`, which checks your configuration and completes it in editors. How keys work
together, with examples, is told in [The configuration](../configuration.md).

A key in **bold** must be there.
`

/** @returns Markdown with an anchor for the file, for each of its parts and for each kind of those. */
export function writeReference(root: Schema): string {
  const sections = [
    ...sectionsOf(root, 2, 'The file', 'file'),
    ...Object.entries(root.$defs ?? {}).flatMap(([name, schema]) =>
      sectionsOf(schema, 2, PARTS[name] ?? name, name),
    ),
  ]
  return `${HEAD}\n${sections.map(writeSection).join('\n')}`
}

/** What a part of the schema is called over its table. */
const PARTS: Record<string, string> = {
  connection: 'A connection',
  capability: 'A capability',
  workflow: 'A workflow',
  state: 'A state',
  transition: 'A transition',
  executor: 'An executor',
  guard: 'A guard',
  approval: 'An approval gate',
  except: 'An exception of a gate',
  deciders: 'Who may decide',
  step: 'A step',
  reliability: 'Reliability',
}

/** A schema that has keys, its kinds, and the objects inside of it that have no name of their own. */
function sectionsOf(schema: Schema, level: number, title: string, anchor: string): Section[] {
  const kinds = kindsOf(schema)
  if (kinds.length > 0)
    return [
      { level, title, anchor, schema },
      ...kinds.flatMap((kind) => {
        const name = kind.title ?? ''
        return sectionsOf(kind, level + 1, name, `${anchor}-${name}`)
      }),
    ]
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const object = objectIn(property)
    if (object === null) return []
    return sectionsOf(object, Math.min(level + 1, 4), key, `${anchor}-${key}`)
  })
  return [{ level, title, anchor, schema }, ...inner]
}

/** Shapes that are told apart by `kind`; a capability reference is told apart by the key that it has instead. */
function kindsOf(schema: Schema): Schema[] {
  const shapes = [schema.then, ...(schema.else?.oneOf ?? []), ...(schema.oneOf ?? [])]
  const named = shapes.filter((shape) => shape?.title !== undefined) as Schema[]
  return named.filter(({ title }, at) => named.findIndex((other) => other.title === title) === at)
}

/** The object whose keys a property has, in a list, a map or beside a shorter spelling as well. */
function objectIn(schema: Schema): Schema | null {
  if (schema.$ref !== undefined) return null
  if (schema.properties !== undefined) return schema
  const map = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
  for (const inside of [schema.items, map, ...(schema.anyOf ?? [])]) {
    const object = inside === undefined ? null : objectIn(inside)
    if (object !== null) return object
  }
  return null
}

function writeSection({ level, title, anchor, schema }: Section): string {
  const lines = [`${'#'.repeat(level)} ${title} {#${anchor}}`, '']
  if (schema.description !== undefined) lines.push(schema.description, '')
  const kinds = kindsOf(schema)
  if (kinds.length > 0) {
    lines.push('| kind | what it is |', '| --- | --- |')
    for (const kind of kinds)
      lines.push(`| [${kind.title}](#${anchor}-${kind.title}) | ${escapeCell(kind.description ?? '')} |`)
    return `${lines.join('\n')}\n`
  }
  lines.push('| key | value | meaning |', '| --- | --- | --- |')
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const name = schema.required?.includes(key) ? `**\`${key}\`**` : `\`${key}\``
    const inside = objectIn(property)
    const cell = inside === null ? name : `[${name}](#${anchor}-${key})`
    lines.push(`| ${cell} | ${escapeCell(sayValue(property))} | ${escapeCell(sayMeaning(key, property))} |`)
  }
  return `${lines.join('\n')}\n`
}

function sayMeaning(key: string, { description, $ref }: Schema): string {
  if (description !== undefined) return description
  return key === 'kind' ? 'The kind.' : `See ${linkTo($ref ?? '')}.`
}

/** What may stand behind a key, in words. */
function sayValue(schema: Schema): string {
  const { type, enum: choices, const: only, minimum, maximum } = schema
  if (schema.$ref !== undefined) return linkTo(schema.$ref)
  if (only !== undefined) return `\`${only}\``
  if (choices !== undefined) return choices.map((each) => `\`${each}\``).join(', ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(sayValue))].join(', or ')
  if (type === 'array') return `list of ${schema.items === undefined ? 'values' : sayMany(schema.items)}`
  if (type === 'integer') return `whole number${sayRange(minimum, maximum)}`
  if (type === 'number') return `number${sayRange(minimum, maximum)}`
  if (type === 'boolean') return '`true`, `false`'
  if (type === 'string') return 'text'
  if (Array.isArray(type)) return type.map((each) => sayValue({ type: each })).join(', or ')
  if (typeof schema.additionalProperties === 'object')
    return `names with ${sayMany(schema.additionalProperties)}`
  return type === 'object' ? 'object' : 'any value'
}

function sayMany(schema: Schema): string {
  const one = sayValue(schema)
  const plural: Record<string, string> = { text: 'texts', object: 'objects', 'any value': 'values' }
  return plural[one] ?? (schema.enum === undefined ? one : `one of ${one}`)
}

/** The longest time that can be said is no bound that anybody has to know. */
function sayRange(minimum?: number, maximum?: number): string {
  const most = maximum !== undefined && maximum < 315_360_000_000 ? maximum : undefined
  if (minimum === undefined) return most === undefined ? '' : `, at most ${most}`
  return most === undefined ? `, at least ${minimum}` : `, ${minimum} to ${most}`
}

function linkTo(reference: string): string {
  const name = reference.split('/').at(-1) ?? ''
  return `[${name}](#${name})`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
