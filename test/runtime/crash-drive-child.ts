/** Drives the workspace of a crash test in a process of its own, which kills itself at a named instant. */
import { drive } from './crash-drive.ts'
import { openCrashingGateway } from './crashing-gateway.ts'

const [folder = '', base = '', point = '', passes = '0'] = process.argv.slice(2)
const gateway = await openCrashingGateway(folder, point, passes)
await drive(gateway, async (path) => Number(await (await fetch(`${base}/count${path}`)).text()))
await gateway.close()
