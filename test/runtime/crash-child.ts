/**
 * A gateway that dies at a named instant, as a process of its own: the crash is a real one, with nothing closed and
 * nothing flushed. Arguments: folder, crash point, how many times that point is passed first.
 */
import { createInterface } from 'node:readline'
import type { JsonObject } from '../../src/main/model/json.ts'
import { agent, press } from '../support/gateway.ts'
import { openCrashingGateway } from './crashing-gateway.ts'

const [folder = '', point = '', passes = '0'] = process.argv.slice(2)
const gateway = await openCrashingGateway(folder, point, passes)
const say = (message: JsonObject) => process.stdout.write(`${JSON.stringify(message)}\n`)
say({ ready: true })

// One command a line: start, submit, press. The answer says where the run is.
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as JsonObject
  if (command.do === 'start') {
    const { response } = await gateway.runtime.start(agent(), {
      definitionId: String(command.id),
      input: command.input as JsonObject,
    })
    say({
      workflowId: response.workflowId ?? '',
      version: response.version ?? 0,
      state: response.state ?? '',
    })
  } else if (command.do === 'submit') {
    const { response } = await gateway.runtime.submit(agent(), {
      workflowId: String(command.workflowId),
      expectedVersion: Number(command.version),
      transition: String(command.transition),
      arguments: {},
    })
    say({
      workflowId: response.workflowId ?? '',
      version: response.version ?? 0,
      state: response.state ?? '',
    })
  } else if (command.do === 'press') {
    const { items } = await gateway.store.approvals({ status: ['pending'] }, { limit: 10 })
    const result = await press(gateway, items[0]?.id ?? '', String(command.outcome), { comment: 'Go' })
    say({ kind: result.kind })
  }
}
