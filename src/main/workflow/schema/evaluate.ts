/**
 * Whether a value fits a schema, every step counted (R7.2). Keywords that look into a value, and those that try other
 * schemas on it; what looks at a value as a whole stands in `values.ts`. Pure.
 */
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, setOwn } from '../../model/json.ts'
import type { AnySchema, Part, Parts, Pattern } from './parts.ts'
import {
  type Budget,
  CheckTooCostly,
  copyWithin,
  formatNamed,
  isOfType,
  namesOf,
  VALUE_KEYWORDS,
} from './values.ts'

/** More are never shown, and making one costs. */
const MOST_FAULTS = 200
/** No schema that is read is deeper. */
const DEEPEST_DEFAULT = 64
const STEPS_A_MATCH = 20
const LETTERS_A_STEP = 5
/** One look of a pattern at one of its places. */
const STEPS_A_LOOK = 4

/** What a keyword has against a value. */
export interface Fault {
  keyword: string
  /** JSON pointer. */
  instancePath: string
  message: string
  params: Record<string, unknown>
  /** Of the keyword, and the schema that it stands in. */
  schema: JsonValue
  parentSchema: JsonSchema
  value: JsonValue
}

/** What of a value has been looked at by name or number, for `unevaluatedProperties` and `unevaluatedItems`. */
interface Annotations {
  names: Set<string>
  items: Set<number>
}

/** The same for all that nobody asks about. */
const UNTRACKED: Annotations = { names: new Set(), items: new Set() }

/** The way to a value; written out only where something does not fit. */
interface Way {
  before: Way | null
  step: string | number
}

/** One schema over one value. */
interface SchemaAtValue {
  part: Part
  value: JsonValue
  way: Way | null
  /** It must fit here for the whole to fit: only then are defaults meant. */
  isCertain: boolean
  seen: Annotations
}

type Keyword = (asked: JsonValue, place: SchemaAtValue) => boolean

/** Fills the defaults into the value itself. @throws CheckTooCostly; RangeError for a schema without end */
export function evaluateSchema(parts: Parts, schema: AnySchema, whole: JsonValue, budget: Budget): Fault[] {
  const faults: Fault[] = []
  /** Inside of what is only tried, nobody reads why it does not fit. */
  let silent = 0
  const roots: JsonSchema[] = []

  /** Whoever finds many is asked first. */
  const isHeard = () => silent === 0 && faults.length < MOST_FAULTS

  const report = (
    place: SchemaAtValue,
    keyword: string,
    message: string,
    params: Record<string, unknown> = {},
  ) => {
    if (!isHeard()) return false
    const { part, value, way } = place
    const { schema: parentSchema } = part
    faults.push({
      keyword,
      instancePath: pointerOf(way),
      message,
      params,
      parentSchema,
      schema: parentSchema[keyword] ?? null,
      value,
    })
    return false
  }

  /** Null: it does not fit. */
  const evaluate = (
    schema: AnySchema,
    value: JsonValue,
    way: Way | null,
    isCertain: boolean,
  ): Annotations | null => {
    budget.spend(parts.tracks ? 3 : 1)
    if (schema === true) return UNTRACKED
    const seen = parts.tracks ? { names: new Set<string>(), items: new Set<number>() } : UNTRACKED
    if (schema === false) {
      const part = { schema: {}, root: {}, keywords: [] }
      report({ part, value, way, isCertain, seen }, 'false schema', 'boolean schema is false')
      return null
    }
    const part = parts.of(schema)
    const place = { part, value, way, isCertain, seen }
    const isNewRoot = roots.at(-1) !== part.root
    if (isNewRoot) roots.push(part.root)
    budget.spend(part.keywords.length)
    if (isCertain) fillDefaults(schema, value)
    let fits = true
    for (const keyword of part.keywords) {
      if (!check(keyword, schema[keyword] ?? null, place)) fits = false
    }
    if (isNewRoot) roots.pop()
    return fits ? seen : null
  }

  const fillDefaults = ({ properties, items }: JsonSchema, value: JsonValue) => {
    if (Array.isArray(value) && Array.isArray(items)) {
      for (const [index, each] of items.entries()) {
        if (index === value.length && isJsonObject(each) && each.default !== undefined)
          value.push(copyWithin(each.default, budget, DEEPEST_DEFAULT))
      }
    }
    if (!isJsonObject(value) || !isJsonObject(properties)) return
    for (const name of namesOf(properties, budget)) {
      const each = properties[name]
      if (!isJsonObject(each) || !Object.hasOwn(each, 'default') || Object.hasOwn(value, name)) continue
      budget.spend(3)
      setOwn(value, name, copyWithin(each.default ?? null, budget, DEEPEST_DEFAULT))
    }
  }

  const check = (keyword: string, asked: JsonValue, place: SchemaAtValue): boolean => {
    const ofValue = VALUE_KEYWORDS[keyword]
    if (ofValue === undefined) return keywords[keyword]?.(asked, place) ?? true
    const misfit = ofValue(asked, place.value, budget)
    return misfit === null || report(place, keyword, misfit.message, misfit.params)
  }

  const take = ({ seen }: SchemaAtValue, more: Annotations | null): boolean => {
    if (more === null) return false
    if (!parts.tracks || more === seen) return true
    budget.spend(more.names.size + more.items.size)
    for (const name of more.names) seen.names.add(name)
    for (const index of more.items) seen.items.add(index)
    return true
  }

  /** The same value under another schema. */
  const also = (schema: JsonValue, { value, way, isCertain }: SchemaAtValue, sure = isCertain) =>
    evaluate(schema as AnySchema, value, way, sure)

  const quietly = <Result>(work: () => Result): Result => {
    silent += 1
    const result = work()
    silent -= 1
    return result
  }

  const property = (schema: JsonValue, place: SchemaAtValue, name: string): boolean => {
    if (parts.tracks) place.seen.names.add(name)
    const inner = (place.value as JsonObject)[name] ?? null
    return evaluate(schema as AnySchema, inner, { before: place.way, step: name }, place.isCertain) !== null
  }

  const item = (schema: JsonValue, place: SchemaAtValue, index: number): boolean => {
    if (parts.tracks) place.seen.items.add(index)
    const inner = (place.value as JsonValue[])[index] ?? null
    return evaluate(schema as AnySchema, inner, { before: place.way, step: index }, place.isCertain) !== null
  }

  const matches = (pattern: Pattern, text: string): boolean => {
    budget.spend(STEPS_A_MATCH + text.length / LETTERS_A_STEP)
    const work = { work: 0, most: budget.left() / STEPS_A_LOOK }
    const found = pattern.matches(text, work)
    if (found === null) throw new CheckTooCostly()
    budget.spend(work.work * STEPS_A_LOOK)
    return found
  }

  const all = <Item>(items: readonly Item[], fits: (item: Item, index: number) => boolean): boolean => {
    let every = true
    for (let index = 0; index < items.length; index += 1) {
      if (!fits(items[index] as Item, index)) every = false
    }
    return every
  }

  const missing = (keyword: string, names: JsonValue, place: SchemaAtValue): boolean => {
    const required = names as string[]
    budget.spend(required.length * 2)
    return all(required, (name) => {
      if (Object.hasOwn(place.value as JsonObject, name)) return true
      if (!isHeard()) return false
      const message = `must have required property '${name}'`
      return report(place, keyword, message, { missingProperty: name })
    })
  }

  const itemsFrom = (keyword: string, first: number, asked: JsonValue, place: SchemaAtValue): boolean => {
    const { value } = place
    if (!Array.isArray(value) || value.length <= first) return true
    if (asked === false && first > 0)
      return report(place, keyword, `must have at most ${first} ${first === 1 ? 'item' : 'items'}`)
    return all(value.slice(first), (_, index) => item(asked, place, first + index))
  }

  const ofObjects =
    (work: (asked: JsonValue, place: SchemaAtValue, value: JsonObject) => boolean): Keyword =>
    (asked, place) =>
      !isOfType(place.value, 'object') || work(asked, place, place.value as JsonObject)

  /** `isEnough`: the others need not be tried any more. */
  const among =
    (keyword: string, wanted: string, isEnough: (fitting: number) => boolean, most: number): Keyword =>
    (asked, place) => {
      const before = faults.length
      let fitting = 0
      for (const schema of asked as JsonValue[]) {
        if (take(place, also(schema, place, false))) fitting += 1
        if (isEnough(fitting)) break
      }
      if (fitting === 0 || fitting > most) return report(place, keyword, `must match ${wanted} in ${keyword}`)
      faults.length = Math.min(faults.length, before)
      return true
    }

  const keywords: Readonly<Record<string, Keyword>> = {
    $ref: (_, place) => take(place, also(parts.target(place.part.schema, '$ref'), place)),
    $dynamicRef(asked, place) {
      const target = parts.target(place.part.schema, '$dynamicRef')
      const name = String(asked).slice(1)
      const isDynamic = typeof target === 'object' && target.$dynamicAnchor === name
      budget.spend(roots.length)
      const outer = isDynamic
        ? roots.map((root) => parts.dynamicAnchor(root, name)).find((each) => each !== null)
        : null
      return take(place, also(outer ?? target, place))
    },
    pattern: (asked, place) =>
      typeof place.value !== 'string' ||
      matches(parts.pattern(String(asked)), place.value) ||
      report(place, 'pattern', `must match pattern "${asked}"`),
    format: (asked, place) =>
      formatNamed(asked)?.(place.value, budget) !== false ||
      report(place, 'format', `is not a valid ${asked}`),
    prefixItems: (asked, place) =>
      !Array.isArray(place.value) ||
      all((asked as JsonValue[]).slice(0, place.value.length), (schema, index) => item(schema, place, index)),
    items(asked, place) {
      if (Array.isArray(asked)) return keywords.prefixItems?.(asked, place) ?? true
      const { prefixItems } = place.part.keywords.includes('prefixItems') ? place.part.schema : {}
      return itemsFrom('items', Array.isArray(prefixItems) ? prefixItems.length : 0, asked, place)
    },
    additionalItems(asked, place) {
      const { items } = place.part.schema
      return !Array.isArray(items) || itemsFrom('additionalItems', items.length, asked, place)
    },
    contains(asked, place) {
      const { value, way, seen, part } = place
      if (!Array.isArray(value)) return true
      const { minContains = 1, maxContains = null } = parts.dialect === 'draft-07' ? {} : part.schema
      const [least, most] = [Number(minContains), maxContains]
      const found = quietly(() =>
        value.filter((each, index) => {
          if (evaluate(asked as AnySchema, each, { before: way, step: index }, false) === null) return false
          if (parts.tracks) seen.items.add(index)
          return true
        }),
      ).length
      if (found >= least && (most === null || found <= Number(most))) return true
      const limit = most === null ? '' : ` and no more than ${most}`
      return report(place, 'contains', `must contain at least ${least}${limit} valid item(s)`)
    },
    required: ofObjects((asked, place) => missing('required', asked, place)),
    dependentRequired: ofObjects((asked, place, value) =>
      all(Object.entries(asked as JsonObject), ([name, names]) => {
        budget.spend(4)
        return !Object.hasOwn(value, name) || missing('dependentRequired', names, place)
      }),
    ),
    dependencies: ofObjects((asked, place, value) =>
      all(Object.entries(asked as JsonObject), ([name, asks]) => {
        budget.spend(4)
        if (!Object.hasOwn(value, name)) return true
        return Array.isArray(asks) ? missing('dependencies', asks, place) : take(place, also(asks, place))
      }),
    ),
    dependentSchemas: ofObjects((asked, place, value) =>
      all(Object.entries(asked as JsonObject), ([name, schema]) => {
        budget.spend(4)
        return !Object.hasOwn(value, name) || take(place, also(schema, place))
      }),
    ),
    propertyNames: ofObjects((asked, place, value) =>
      all(namesOf(value, budget), (name) => {
        if (evaluate(asked as AnySchema, name, place.way, false) !== null) return true
        return report(place, 'propertyNames', 'property name must be valid', { propertyName: name })
      }),
    ),
    additionalProperties: ofObjects((asked, place, value) => {
      const { properties, patternProperties } = place.part.schema
      const named = isJsonObject(properties) ? properties : {}
      const patterns = Object.keys(isJsonObject(patternProperties) ? patternProperties : {}).map(
        parts.pattern,
      )
      return all(namesOf(value, budget), (name) => {
        if (Object.hasOwn(named, name) || patterns.some((pattern) => matches(pattern, name))) return true
        if (asked === false)
          return report(place, 'additionalProperties', 'must NOT have additional properties', {
            additionalProperty: name,
          })
        return property(asked, place, name)
      })
    }),
    properties: ofObjects((asked, place, value) =>
      all(namesOf(asked as JsonObject, budget), (name) => {
        const schema = (asked as JsonObject)[name] ?? null
        return !Object.hasOwn(value, name) || property(schema, place, name)
      }),
    ),
    patternProperties: ofObjects((asked, place, value) =>
      all(Object.entries(asked as JsonObject), ([source, schema]) => {
        const pattern = parts.pattern(source)
        return all(namesOf(value, budget), (name) => !matches(pattern, name) || property(schema, place, name))
      }),
    ),
    not: (asked, place) =>
      quietly(() => also(asked, place, false)) === null || report(place, 'not', 'must NOT be valid'),
    anyOf: among('anyOf', 'a schema', (fitting) => fitting > 0 && !parts.tracks, Number.POSITIVE_INFINITY),
    oneOf: among('oneOf', 'exactly one schema', (fitting) => fitting > 1, 1),
    allOf: (asked, place) => all(asked as JsonValue[], (schema) => take(place, also(schema, place))),
    if(asked, place) {
      const fits = take(
        place,
        quietly(() => also(asked, place, false)),
      )
      const branch = fits ? 'then' : 'else'
      const schema = place.part.schema[branch]
      if (schema === undefined || take(place, also(schema, place))) return true
      return report(place, 'if', `must match "${branch}" schema`)
    },
    unevaluatedItems(asked, place) {
      const { value, seen } = place
      if (!Array.isArray(value)) return true
      budget.spend(value.length)
      const unseen = [...value.keys()].filter((index) => !seen.items.has(index))
      return all(unseen, (index) => item(asked, place, index))
    },
    unevaluatedProperties: ofObjects((asked, place, value) =>
      all(
        namesOf(value, budget).filter((name) => !place.seen.names.has(name)),
        (name) => {
          if (asked !== false) return property(asked, place, name)
          const message = 'must NOT have unevaluated properties'
          return report(place, 'unevaluatedProperties', message, { unevaluatedProperty: name })
        },
      ),
    ),
  }

  evaluate(schema, whole, null, true)
  return faults
}

function pointerOf(way: Way | null): string {
  if (way === null) return ''
  return `${pointerOf(way.before)}/${String(way.step).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
