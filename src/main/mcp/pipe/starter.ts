/** Starts a gateway without a window in a process of its own, which outlives the pipe that needed it. */
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** `serve` ends with this when another process has the data folder: the loser of a race knocks at the winner. */
export const EXIT_LOCKED = 75

export interface Attempt {
  /** Null while the process runs. `killed`: it was ended from outside, so it says nothing of another attempt. */
  ended(): { code: number | null; killed: boolean; words: string } | null
}

/** @param command program and first arguments that run our own `cli` again. */
export function startGateway(
  command: string[],
  workspace: { configuration: string; dataFolder: string },
  environment: NodeJS.ProcessEnv,
): Attempt {
  const [program = process.execPath, ...before] = command
  mkdirSync(workspace.dataFolder, { recursive: true, mode: 0o700 })
  const file = gatewayLog(workspace.dataFolder)
  const log = openSync(file, 'a', 0o600)
  const written = statSync(file).size
  const child = spawn(
    program,
    [...before, 'serve', '--auto', '--config', workspace.configuration, '--data', workspace.dataFolder],
    {
      cwd: workspace.dataFolder,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
      // The client's own token is no business of a gateway that serves others too.
      env: { ...environment, COUNTERSIGN_TOKEN: undefined },
    },
  )
  closeSync(log)
  let end: ReturnType<Attempt['ended']> = null
  child.once('error', (error: NodeJS.ErrnoException) => {
    const words =
      error.code === 'ENOENT'
        ? `The program “${program}”, which runs Countersign, was not found. Install Node 22.14 or newer, or open the Countersign app first.`
        : error.message
    end = { code: null, killed: false, words }
  })
  child.once('exit', (code, signal) => {
    end = {
      code,
      killed: signal !== null,
      words: readFileSync(file).subarray(written).toString('utf8').trim(),
    }
  })
  child.unref()
  return { ended: () => end }
}

export function gatewayLog(dataFolder: string): string {
  return join(dataFolder, 'gateway.log')
}
