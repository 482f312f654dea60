/** A desktop package, as the installers lay it out, for tests. */
import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { ROOT } from '../setup/found.ts'
import { makeFolder } from './folders.ts'
import { NODE } from './gateway-process.ts'

const run = promisify(execFile)

export interface PackagedDesktop {
  /** Where electron-builder has put everything. */
  output: string
  /** The program as it ships. */
  program: string
  /** The same program, into which a test can attach: only that fuse differs. */
  twin: string
  resources: string
  remove(): void
}

/** @param targets what electron-builder makes; the folder that it makes them from is always there */
export async function packDesktop(
  targets: string[] = ['dir'],
  environment: Record<string, string> = {},
): Promise<PackagedDesktop> {
  const folder = makeFolder('packages')
  const output = folder.path
  await run(NODE, [join(ROOT, 'test/support/pack-desktop.ts'), output, ...targets], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  })
  const unpacked = join(output, 'linux-unpacked')
  const program = join(unpacked, 'countersign-desk')
  const twin = join(unpacked, 'countersign-twin')
  await copyFile(program, twin)
  await flipFuses(twin, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  return { output, program, twin, resources: join(unpacked, 'resources'), remove: folder.remove }
}
