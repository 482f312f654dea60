import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLoader } from '../../src/main/config/loader.ts'
import { type Gateway, type GatewayOptions, openGateway } from '../../src/main/gateway.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../src/main/model/principal.ts'
import type { WorkflowResponse } from '../../src/main/model/response.ts'
import { holdsStep } from '../../src/main/workflow/items/items.ts'
import { contentOf } from './items.ts'

export interface TestGateway extends Gateway {
  folder: string
  /** What the gateway wrote to its log. */
  logged: string[]
}

export interface TestGatewayOptions extends Partial<GatewayOptions> {
  /** An existing folder with `countersign.yaml` and `data`; else a new one is made, and removed at close. */
  folder?: string
  /** Files beside the configuration. */
  files?: Record<string, string>
}

/** Its thread is started once for all gateways of these tests: from the sources that takes most of a second. */
const loader = {
  ...createLoader({
    warn: (message) => {
      throw new Error(message)
    },
  }),
  close: async () => undefined,
}

/** A real gateway on a folder of its own. Keeps its database in memory unless the YAML names a store. */
export async function openTestGateway(yaml: string, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'countersign-test-')))
  const configuration = options.configuration ?? join(folder, 'countersign.yaml')
  if (options.configuration === undefined) {
    const store = /^store:/m.test(yaml) ? '' : '\nstore: { kind: memory }\n'
    await writeFile(configuration, `version: "1.0.0"\n${yaml}${store}`)
  }
  for (const [name, content] of Object.entries(options.files ?? {}))
    await writeFile(join(folder, name), content)
  const logged: string[] = []
  const note = (detail: object, message: string) => {
    const error = 'err' in detail && detail.err instanceof Error ? (detail.err.stack ?? '') : ''
    logged.push(`${message} ${JSON.stringify(detail)} ${error}`)
  }
  const gateway = await openGateway({
    dataFolder: join(folder, 'data'),
    environment: process.env,
    version: '0.0.0-test',
    log: { info: note, warn: note, error: note },
    node: process.execPath,
    modules: resolve('node_modules'),
    // A test that opens a folder again with another file means it.
    vouched: true,
    loader,
    ...options,
    configuration,
  })
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(gateway),
      folder: { value: folder },
      logged: { value: logged },
      close: {
        value: async () => {
          await gateway.close()
          if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
        },
      },
    },
  ) as TestGateway
}

export function agent(client = 'local', more: Partial<AgentPrincipal> = {}): AgentPrincipal {
  return {
    kind: 'agent',
    id: `agent:${client}`,
    client,
    label: client,
    roles: [],
    permissions: [],
    tags: null,
    sees: 'own',
    ...more,
  }
}

export function person(name = 'anna', more: Partial<HumanPrincipal> = {}): HumanPrincipal {
  return { kind: 'human', id: `human:${name}`, name, roles: [], permissions: [], session: 'se_test', ...more }
}

export async function pending(gateway: Gateway): Promise<InboxItem[]> {
  return (await gateway.store.approvals({ status: ['pending'] }, { limit: 100 })).items
}

/** Presses a button as the desk does: looks at the preview, then decides with its hash. */
export async function press(
  gateway: Gateway,
  approvalId: string,
  outcome: string,
  more: { comment?: string; arguments?: JsonObject; who?: HumanPrincipal } = {},
) {
  const who = more.who ?? person()
  const item = await gateway.store.approval(approvalId)
  const isHeld = item !== null && holdsStep(item)
  // What an agent asked for stands on the card with its arguments.
  const asked = isHeld ? (contentOf(item).held?.edited?.arguments ?? contentOf(item).arguments) : {}
  const args = more.arguments ?? asked
  const preview = await gateway.runtime.previewDecision(who, {
    approvalId,
    outcome,
    arguments: args,
  })
  return await gateway.runtime.decide(who, {
    approvalId,
    outcome,
    arguments: args,
    comment: more.comment ?? '',
    hash: preview?.hash ?? '',
  })
}

export async function start(
  gateway: Gateway,
  definitionId: string,
  input: JsonObject = {},
  who = agent(),
): Promise<WorkflowResponse> {
  return (await gateway.runtime.start(who, { definitionId, input })).response
}

/** Follows a link of the last answer. */
export async function follow(
  gateway: Gateway,
  response: WorkflowResponse,
  transition: string,
  args: JsonObject = {},
  who: AgentPrincipal | HumanPrincipal = agent(),
): Promise<WorkflowResponse> {
  return (
    await gateway.runtime.submit(who, {
      workflowId: response.workflowId ?? '',
      expectedVersion: response.version ?? 0,
      transition,
      arguments: args,
    })
  ).response
}
