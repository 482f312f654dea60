/**
 * A gateway under load as a process of its own, until it is killed: agents start and submit without a pause, a
 * person decides whatever is asked. Arguments: folder of the workspace, a name that no other process has.
 */
import { agent, follow, pending, person, press, start } from '../support/gateway.ts'
import { openCrashingGateway } from './crashing-gateway.ts'

const AGENTS = 6
const [folder = '', name = ''] = process.argv.slice(2)
const gateway = await openCrashingGateway(folder)
process.stdout.write('ready\n')

let count = 0
const nextId = () => {
  count += 1
  return `${name}-${count}`
}

async function work(): Promise<void> {
  const started = await start(gateway, 'work', { id: nextId() })
  const submitted = await follow(gateway, started, 'run')
  await gateway.runtime.get(agent(), { workflowId: submitted.workflowId ?? '', waitMs: 2000 })
}

async function call(): Promise<void> {
  await start(gateway, 'proxy_default', { capability: 'guarded.publish', arguments: { id: nextId() } })
}

async function busy(task: () => Promise<void>): Promise<never> {
  for (;;) await task()
}

async function decide(): Promise<void> {
  const items = await pending(gateway)
  for (const item of items) {
    const outcome = { transition: 'accept', gate: 'approve', interrupted: 'happened' }[item.kind as string]
    if (outcome !== undefined) await press(gateway, item.id, outcome, { who: person() })
  }
  if (items.length === 0) await new Promise((resolve) => gateway.onChange(resolve))
}

await Promise.race([
  ...Array.from({ length: AGENTS }, (_, index) => busy(index % 3 === 2 ? call : work)),
  busy(decide),
])
