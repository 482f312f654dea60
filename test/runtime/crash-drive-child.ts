/** Drives the workspace of a crash test in a process of its own, which kills itself at a named instant. */
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { openGateway } from '../../src/main/gateway.ts'
import { drive } from './crash-drive.ts'

const [folder = '', base = '', point = '', passes = '0'] = process.argv.slice(2)
let left = Number(passes)
const silent = { info() {}, warn() {}, error() {} }
// It is killed before Node would write it by itself, and the next process would compile everything again.
flushCompileCache()
const gateway = await openGateway({
  configuration: join(folder, 'countersign.yaml'),
  dataFolder: join(folder, 'data'),
  environment: process.env,
  version: '0.0.0-test',
  log: silent,
  node: process.execPath,
  modules: '',
  crashPoint(name) {
    if (name !== point) return
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    left -= 1
  },
})
await drive(gateway, async (path) => Number(await (await fetch(`${base}/count${path}`)).text()))
await gateway.close()
