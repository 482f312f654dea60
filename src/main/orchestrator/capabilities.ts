/** The four capabilities of seed 004 with its field names and types. May import: model. */
import type { Capability } from '../model/definition.ts'
import type { OrchestratorAction } from '../model/executor.ts'
import type { JsonObject, JsonSchema } from '../model/json.ts'

const TAGS = ['orchestrator', 'workflow']

export function orchestratorCapabilities(): Capability[] {
  return [
    capability('run_workflow', {
      title: 'Run a workflow',
      description:
        'Executes a workflow and waits for its result: its automatic steps run one after the other, or in parallel groups. Where a person or you must decide, it answers "partial" with the links. dry_run validates without executing.',
      aliases: ['execute workflow', 'start pipeline', 'run pipeline', 'orchestrate'],
      examples: ['run the ci pipeline on main', 'execute the build workflow'],
      input: RUN_INPUT,
      required: ['workflow_name'],
      output: RUN_OUTPUT,
      readOnly: false,
    }),
    capability('list_workflows', {
      title: 'List workflows',
      description: 'Lists the workflow definitions with their metadata and their runs that have not ended.',
      aliases: ['show workflows', 'available pipelines'],
      examples: ['which workflows are there'],
      input: {
        category: { type: 'string', description: 'Only workflows with this tag.' },
        include_running: { type: 'boolean', description: 'Include runs that have not ended.', default: true },
      },
      required: [],
      output: {
        workflows: { type: 'array', items: { type: 'object' } },
        running_count: { type: 'integer' },
      },
      readOnly: true,
    }),
    capability('create_workflow', {
      title: 'Create a workflow',
      description:
        'Proposes a workflow definition, with states or steps. It is validated; a person decides in the inbox before it is saved.',
      aliases: ['define workflow', 'save workflow', 'propose definition'],
      examples: ['save this as a workflow'],
      input: {
        name: {
          type: 'string',
          description: 'Name of the workflow: lower-case letters, digits, _ . -',
          maxLength: 64,
        },
        definition: {
          type: 'object',
          description:
            'The workflow as in a configuration: title, description, inputSchema, and steps or initialState and states.',
        },
        overwrite: { type: 'boolean', description: 'Replace one that exists.', default: false },
      },
      required: ['name', 'definition'],
      output: {
        status: { type: 'string', enum: ['created', 'updated', 'error'] },
        workflow_path: { type: 'string' },
        error_message: { type: ['string', 'null'] },
      },
      readOnly: false,
    }),
    capability('cancel_workflow', {
      title: 'Cancel a workflow',
      description: 'Cancels a run that has not ended, and stops what it is executing.',
      aliases: ['stop workflow', 'abort pipeline'],
      examples: ['cancel the deployment that is running'],
      input: {
        workflow_id: { type: 'string', description: 'Id of the run, for example wf_a1b2c3d4e5f6.' },
        reason: { type: 'string', description: 'Why.', maxLength: 2000 },
      },
      required: ['workflow_id'],
      output: {
        status: { type: 'string', enum: ['cancelled', 'error'] },
        steps_completed: { type: 'integer' },
        message: { type: 'string' },
      },
      readOnly: false,
    }),
  ]
}

const RUN_INPUT: JsonObject = {
  workflow_name: { type: 'string', description: 'Name of the workflow, or path of its file in workflows/.' },
  parameters: { type: 'object', description: 'Its input.', default: {} },
  dry_run: { type: 'boolean', description: 'Validate and plan without executing.', default: false },
  timeout: {
    type: 'integer',
    description: 'Seconds after which the run is aborted.',
    minimum: 1,
    maximum: 31_536_000,
  },
  parallel_limit: {
    type: 'integer',
    description: 'How many steps of a parallel group run at once.',
    minimum: 1,
    maximum: 100,
    default: 4,
  },
}

const RUN_OUTPUT: JsonObject = {
  status: { type: 'string', enum: ['success', 'failed', 'partial'] },
  workflow_id: { type: 'string' },
  steps_completed: { type: 'integer' },
  steps_total: { type: 'integer' },
  step_results: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        step_name: { type: 'string' },
        status: { type: 'string' },
        output: {},
        duration: { type: 'number', description: 'Seconds.' },
      },
      required: ['step_name', 'status', 'output', 'duration'],
    },
  },
  execution_time: { type: 'number', description: 'Seconds.' },
  error_message: { type: ['string', 'null'] },
  links: { type: 'array', items: { type: 'object' }, description: 'Of a partial run: what can be done now.' },
}

function capability(
  action: OrchestratorAction,
  of: {
    title: string
    description: string
    aliases: string[]
    examples: string[]
    input: JsonObject
    required: string[]
    output: JsonObject
    readOnly: boolean
  },
): Capability {
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: of.input,
    ...(of.required.length === 0 ? {} : { required: of.required }),
    additionalProperties: false,
  }
  return {
    id: `orchestrator.${action}`,
    title: of.title,
    description: of.description,
    tags: TAGS,
    aliases: of.aliases,
    examples: of.examples,
    inputSchema,
    outputSchema: { type: 'object', properties: of.output },
    guards: [],
    executor: { kind: 'orchestrator', action },
    source: { kind: 'engine' },
    readOnly: of.readOnly,
  }
}
