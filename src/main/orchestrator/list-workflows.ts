/** `list_workflows` (seed 004): definitions with their metadata, and runs that have not ended. May import: model. */
import type { Definition } from '../model/definition.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Run } from '../model/run.ts'
import type { OrchestratorCall, World } from './world.ts'

/** More than anybody reads; the count tells of all. */
const MOST_RUNS = 500

/** Category is a tag (R6.1). */
export async function listWorkflows(
  world: World,
  { caller }: OrchestratorCall,
  args: JsonObject,
): Promise<JsonObject> {
  const { category } = args
  const shown = world
    .workflows()
    .filter(({ id }) => world.visible(caller, id))
    .filter(({ tags }) => typeof category !== 'string' || tags.includes(category))
  const owner = caller.kind === 'agent' && caller.sees !== 'all' ? caller.client : null
  const running = await world.running(owner, MOST_RUNS)
  const names = new Set(shown.map(({ id }) => id))
  const own = running.items.filter(({ definitionId }) => names.has(definitionId))
  const filtered = shown.length < world.workflows().length || own.length < running.items.length
  return {
    workflows: shown.map((definition) =>
      describe(
        definition,
        args.include_running === false
          ? null
          : own.filter(({ definitionId }) => definitionId === definition.id),
      ),
    ),
    running_count: filtered ? own.length : running.total,
  }
}

function describe(definition: Definition, runs: Run[] | null): JsonObject {
  const { id, title, description, tags, version, inputSchema } = definition
  return {
    name: id,
    title,
    description: description ?? '',
    category: tags[0] ?? '',
    tags,
    version,
    ...(inputSchema === undefined ? {} : { input_schema: inputSchema }),
    ...(runs === null ? {} : { running: runs.map(describeRun) }),
  }
}

function describeRun({ id, state, startedAt, claim, parked, failure }: Run): JsonValue {
  const status =
    failure !== null ? 'failed' : claim !== null ? 'executing' : parked !== null ? 'parked' : 'waiting'
  return { workflow_id: id, state, status, started_at: startedAt }
}
