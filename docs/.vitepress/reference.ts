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

/** A part of the page under one heading. `anchor` is what links lead to. */
interface Section {
  level: number
  title: string
  anchor: string
  description: string | undefined
  /** Each has keys and a table; a key may be written in more than one shape. */
  shapes: Schema[]
  /** Told apart by `kind`, each with a section of its own. */
  kinds: Schema[]
}

/** Objects that have been shown, and where: what many have in common stands there once. */
type Shown = Map<Schema, string>

const HEAD = `# Every key of the configuration

This page is made from \`gateway.schema.json\`, which checks your configuration and completes it in editors. How keys work
together, with examples, is told in [The configuration](../configuration.md).

A key in **bold** must be there.
`

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

/** @returns Markdown with an anchor for the file, for each of its parts and for each kind of those. */
export function writeReference(root: Schema): string {
  const shown: Shown = new Map()
  const sections = [
    ...sectionsOf(shown, [root], 2, 'The file', 'file'),
    ...Object.entries(root.$defs ?? {}).flatMap(([name, schema]) =>
      sectionsOf(shown, [schema], 2, PARTS[name] ?? name, name),
    ),
  ]
  return `${HEAD}\n${sections.map((section) => writeSection(shown, section)).join('\n')}`
}

/** What has keys, its kinds, and the objects inside of it that have no name of their own. */
function sectionsOf(
  shown: Shown,
  shapes: Schema[],
  level: number,
  title: string,
  anchor: string,
  outer?: string,
): Section[] {
  for (const shape of shapes) shown.set(shape, anchor)
  const [first] = shapes
  const kinds = first === undefined ? [] : kindsOf(first)
  const own = { level, title, anchor, description: first?.description ?? outer, shapes, kinds }
  const inner = kinds.flatMap((kind) =>
    sectionsOf(shown, [kind], level + 1, kind.title ?? '', `${anchor}-${kind.title}`),
  )
  const keyed = shapes.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, property]) => {
      const objects = objectsIn(property).filter((object) => findShown(shown, object) === undefined)
      return objects.length === 0
        ? []
        : sectionsOf(shown, objects, Math.min(level + 1, 4), key, `${anchor}-${key}`, property.description)
    }),
  )
  return [own, ...inner, ...keyed]
}

/** Shapes that are told apart by `kind`; a capability reference is told apart by the key that it has instead. */
function kindsOf(schema: Schema): Schema[] {
  const shapes = [schema.then, ...(schema.else?.oneOf ?? []), ...(schema.oneOf ?? [])]
  const named = shapes.filter((shape) => shape?.title !== undefined) as Schema[]
  return named.filter(({ title }, at) => named.findIndex((other) => other.title === title) === at)
}

/** The objects whose keys a property has, in a list, a map or beside a shorter spelling as well. */
function objectsIn(schema: Schema): Schema[] {
  if (schema.$ref !== undefined) return []
  if (schema.properties !== undefined) return [schema]
  const map = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
  const inside = [schema.items, map, schema.then, schema.else, ...(schema.anyOf ?? [])].flatMap((each) =>
    each === undefined ? [] : objectsIn(each),
  )
  return inside.filter((object, at) => inside.findIndex((other) => isSame(other, object)) === at)
}

function isSame(one: Schema, other: Schema): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function findShown(shown: Shown, object: Schema): string | undefined {
  return [...shown].find(([other]) => isSame(other, object))?.[1]
}

function writeSection(shown: Shown, { level, title, anchor, description, shapes, kinds }: Section): string {
  const lines = [`${'#'.repeat(level)} ${title} {#${anchor}}`, '']
  if (description !== undefined) lines.push(description, '')
  if (kinds.length > 0) {
    lines.push('| kind | what it is |', '| --- | --- |')
    for (const kind of kinds)
      lines.push(`| [${kind.title}](#${anchor}-${kind.title}) | ${escapeCell(kind.description ?? '')} |`)
    return `${lines.join('\n')}\n`
  }
  for (const [at, shape] of shapes.entries()) {
    if (at > 0) lines.push('', 'Or, written otherwise:', '')
    lines.push('| key | value | meaning |', '| --- | --- | --- |', ...rowsOf(shown, shape))
  }
  return `${lines.join('\n')}\n`
}

function rowsOf(shown: Shown, { properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map(([key, property]) => {
    const name = required.includes(key) ? `**\`${key}\`**` : `\`${key}\``
    const [object] = objectsIn(property)
    const anchor = object === undefined ? undefined : findShown(shown, object)
    const cell = anchor === undefined ? name : `[${name}](#${anchor})`
    return `| ${cell} | ${escapeCell(sayValue(property))} | ${escapeCell(sayMeaning(key, property))} |`
  })
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
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(sayMany))].join(' or ')
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
