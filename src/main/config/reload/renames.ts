/**
 * Workflows and capabilities that are only called otherwise than before: what is the same under another name is not new,
 * and nothing is gone (R2.2). Connections are not among them: under another name their tools are accepted anew. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import { contentHash } from '../hash.ts'

export interface Renames {
  /** The configuration before, with the names of the one after. */
  before: Configuration
  /** One sentence each. */
  changes: string[]
}

export function followRenames(before: Configuration, after: Configuration): Renames {
  const workflows = findRenames(Object.values(before.workflows), Object.values(after.workflows))
  const capabilities = findRenames(before.capabilities, after.capabilities)
  const called = (kind: string, renames: Map<string, string>) =>
    [...renames].map(([was, is]) => `The ${kind} ‘${was}’ is called ‘${is}’ now.`)
  const renamed = rename(before as unknown as JsonValue, workflows) as unknown as Configuration
  return {
    before: {
      ...renamed,
      workflows: Object.fromEntries(
        Object.values(renamed.workflows).map((definition) => {
          const id = workflows.get(definition.id) ?? definition.id
          return [id, { ...definition, id }]
        }),
      ),
      capabilities: renamed.capabilities.map((capability) => ({
        ...capability,
        id: capabilities.get(capability.id) ?? capability.id,
      })),
    },
    changes: [...called('workflow', workflows), ...called('capability', capabilities)],
  }
}

/** From the old name to the new one, where everything else is the same but the title, which follows the name. */
function findRenames(
  before: readonly { id: string }[],
  after: readonly { id: string }[],
): Map<string, string> {
  const content = (thing: { id: string }) =>
    contentHash({ ...thing, id: '', title: '' } as unknown as JsonValue)
  const notIn = (others: readonly { id: string }[]) => {
    const ids = new Set(others.map(({ id }) => id))
    return ({ id }: { id: string }) => !ids.has(id)
  }
  const added = new Map(after.filter(notIn(before)).map((thing) => [content(thing), thing.id]))
  const renames = new Map<string, string>()
  for (const thing of before.filter(notIn(after))) {
    const id = added.get(content(thing))
    if (id === undefined) continue
    renames.set(thing.id, id)
    added.delete(content(thing))
  }
  return renames
}

/** Wherever a workflow is started by its name. */
function rename(value: JsonValue, workflows: ReadonlyMap<string, string>): JsonValue {
  if (workflows.size === 0) return value
  if (Array.isArray(value)) return value.map((each) => rename(each, workflows))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'definitionId' && typeof inner === 'string'
        ? (workflows.get(inner) ?? inner)
        : rename(inner, workflows),
    ]),
  )
}
