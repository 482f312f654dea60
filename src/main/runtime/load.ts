/** Reading a run with its pinned definition, as far as the caller may see it (R1.6). */
import type { Definition } from '../model/definition.ts'
import { GatewayError } from '../model/error.ts'
import type { StoredFacts } from '../model/guard.ts'
import type { Principal } from '../model/principal.ts'
import type { Run } from '../model/run.ts'
import { liveDefinition, traitsOf } from '../workflow/proxy.ts'
import type { RunSnapshot, RuntimeParts } from './call-context.ts'

/** Null: there is none, or not for this caller. `transition` picks the capability in a session. */
export async function loadFor(
  parts: RuntimeParts,
  who: Principal,
  workflowId: string,
  transition?: string,
): Promise<RunSnapshot | null> {
  const run = await parts.store.run(workflowId)
  if (run === null || !(await maySee(parts, who, run))) return null
  return await complete(parts, run, who, transition)
}

export async function complete(
  parts: RuntimeParts,
  run: Run,
  who: Principal,
  transition?: string,
): Promise<RunSnapshot> {
  const definition = await definitionOf(parts, run, who, transition)
  return { run, definition, stored: await readFacts(parts, { run, definition }) }
}

/**
 * The facts of guards that are read from the store. `run`: null for a run that is about to start. `definition`: by it a
 * fact that one kind of guard needs is looked up only where such a guard stands.
 */
export async function readFacts(
  { store }: Pick<RuntimeParts, 'store'>,
  { run }: { run: Run | null; definition: Definition },
): Promise<StoredFacts> {
  return { evidence: run === null ? [] : await store.evidence(run.id) }
}

async function maySee(parts: RuntimeParts, who: Principal, run: Run): Promise<boolean> {
  if (who.kind !== 'agent') return true
  // A step that is a run of its own is seen by whoever sees the run that it is a step of.
  const above = run.parent === null ? null : await parts.store.run(run.parent.workflowId)
  if (above !== null) return await maySee(parts, who, above)
  if (run.owner !== who.client && who.sees !== 'all') return false
  // What another client called may lie behind tags that this one may not see.
  if (!traitsOf(run.definitionId).isPinned) return run.owner === who.client || who.tags === null
  return parts.visible(who, run.definitionId)
}

async function definitionOf(
  parts: RuntimeParts,
  run: Run,
  who: Principal,
  transition: string | undefined,
): Promise<Definition> {
  const live = liveDefinition(run, transition ?? null, (id) =>
    parts.visible(who, id) ? parts.catalog.capability(id) : null,
  )
  if (live !== null) return live
  const definition = await parts.store.definition(run.definitionHash)
  if (definition === null) {
    throw new GatewayError('INTERNAL', `The definition of workflow ${run.id} is missing in the database.`)
  }
  return definition
}
