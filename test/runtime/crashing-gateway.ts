/** A gateway in this process, which is killed at a named instant: nothing is closed and nothing flushed. */
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { type Gateway, openGateway } from '../../src/main/gateway.ts'

/** @param point absent: it is killed from outside. @param passes how many times that instant is passed first */
export async function openCrashingGateway(folder: string, point = '', passes = '0'): Promise<Gateway> {
  let left = Number(passes)
  // It is killed before Node would write it by itself, and the next process would compile everything again.
  flushCompileCache()
  return await openGateway({
    configuration: join(folder, 'countersign.yaml'),
    dataFolder: join(folder, 'data'),
    environment: process.env,
    version: '0.0.0-test',
    log: { info() {}, warn() {}, error() {} },
    node: process.execPath,
    modules: '',
    crashPoint(name) {
      if (name !== point) return
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      left -= 1
    },
  })
}
