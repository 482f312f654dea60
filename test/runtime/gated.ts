/** Workflows behind gates, with effects that can be counted. */
import type { Gateway } from '../../src/main/gateway.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { WorkflowResponse } from '../../src/main/model/response.ts'
import { agent, pending } from '../support/gateway.ts'

const SHIP = `
            inputSchema: { type: object, required: [image], properties: { image: { type: string } } }
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "$.arguments.image"] }
            output: { image: "$.arguments.image" }`

/** One submitted transition, `ship`, behind a gate declared as `approval`. */
export function gated(approval = '{ required: true }', more = ''): string {
  return `
approvals: { holdMs: 60 ${more} }
workflows:
  deploy:
    initialState: ready
    states:
      ready:
        transitions:
          ship:
            target: shipped
            approval: ${approval}${SHIP}
          drop: { target: dropped }
      shipped: {}
      dropped: {}
`
}

/** The input that makes the program count in the gateway's folder. */
export function counting(gateway: { folder: string }): JsonObject {
  return { program: `${gateway.folder}/counter.cjs`, file: `${gateway.folder}/effects` }
}

export const IMAGE = { image: '"v1"' }

/** A submit that its client can cancel, as soon as it is held: `held`; `cancel` resolves when it is answered. */
export function followCancellably(
  gateway: Gateway,
  run: WorkflowResponse,
  transition: string,
  args: JsonObject = {},
  holdMs?: number,
) {
  const controller = new AbortController()
  const held = Promise.withResolvers<void>()
  const { workflowId = '', version: expectedVersion = 0 } = run
  const call = gateway.runtime.submit(
    agent(),
    { workflowId, expectedVersion, transition, arguments: args },
    {
      signal: controller.signal,
      progress: () => held.resolve(),
      ...(holdMs === undefined ? {} : { holdMs }),
    },
  )
  return {
    answer: call,
    held: held.promise,
    async cancel() {
      controller.abort()
      await call
    },
  }
}

/** The only item that waits. */
export async function onlyItem(gateway: Gateway): Promise<InboxItem> {
  const items = await pending(gateway)
  const [item] = items
  if (item === undefined || items.length > 1) throw new Error(`${items.length} items wait`)
  return item
}

export async function getRun(gateway: Gateway, workflowId: string | undefined) {
  return (await gateway.runtime.get(agent(), { workflowId: workflowId ?? '' })).response
}

/** Resolves when `holds` does; looks again at every change. */
export async function until(gateway: Gateway, holds: () => Promise<boolean>): Promise<void> {
  const met = Promise.withResolvers<void>()
  const look = () => {
    holds().then((yes) => yes && met.resolve(), met.reject)
  }
  const stop = gateway.onChange(look)
  look()
  await met.promise
  stop()
}
