/**
 * The bill of materials. What npm calls a development dependency is not what is left out here: most of the product is
 * built in. So the bill is that of everything installed, by cyclonedx-npm, without what no build has taken in.
 */
import { labelOf } from './notices.ts'

interface Component {
  'bom-ref': string
  group?: string
  name: string
  version: string
  properties?: { name: string; value: string }[]
}

/** As much of CycloneDX 1.6 as is touched. */
export interface Bill {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** How a package is there: part of a file of ours, or in a folder of its own. */
export type Presence = 'built in' | 'installed along'

/**
 * @param all of everything that is installed
 * @param present each package that ships, by its label (`open@11.0.4`)
 * @throws if one of them is not in the bill
 */
export function narrowBill(all: Bill, present: ReadonlyMap<string, Presence>): Bill {
  const kept = new Map<string, Component>()
  /** Every reference to a package that is kept, also of its other copies, to the one that stands for it. */
  const references = new Map([[all.metadata.component['bom-ref'], all.metadata.component['bom-ref']]])
  for (const component of all.components) {
    const label = labelOfComponent(component)
    const presence = present.get(label)
    if (presence === undefined) continue
    const first = kept.get(label) ?? {
      ...component,
      properties: [{ name: 'countersign:presence', value: presence }],
    }
    kept.set(label, first)
    references.set(component['bom-ref'], first['bom-ref'])
  }
  const unknown = [...present.keys()].filter((label) => !kept.has(label))
  if (unknown.length > 0) throw new Error(`The lock file does not know what ships: ${unknown.join(', ')}`)
  return {
    ...all,
    components: [...kept.values()],
    dependencies: joinDependencies(all.dependencies, references),
  }
}

function labelOfComponent({ group, name, version }: Component): string {
  return labelOf({ name: group === undefined ? name : `${group}/${name}`, version })
}

function joinDependencies(
  dependencies: Bill['dependencies'],
  references: ReadonlyMap<string, string>,
): Bill['dependencies'] {
  const joined = new Map<string, Set<string>>()
  for (const { ref, dependsOn = [] } of dependencies) {
    const own = references.get(ref)
    if (own === undefined) continue
    const others = dependsOn.flatMap((other) => references.get(other) ?? [])
    joined.set(own, new Set([...(joined.get(own) ?? []), ...others]))
  }
  return [...joined].map(([ref, others]) =>
    others.size === 0 ? { ref } : { ref, dependsOn: [...others].sort() },
  )
}
