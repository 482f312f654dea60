/** `countersign open` where there is no display: the desk of a home folder, in a browser. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CLI, environmentFor, NODE } from './gateway-process.ts'

export interface OpenDesk {
  /** The link that it printed first. */
  link: string
  /** All that it printed. */
  said(): string
  stop(): Promise<void>
}

/** `home`: of the desk. */
export async function startOpenDesk(home: string): Promise<OpenDesk> {
  return await startOpen(environmentFor({ home }))
}

/** As a person has it who set nothing: everything is in their own home. */
export function personEnvironment(home: string): Record<string, string> {
  const { COUNTERSIGN_HOME: _home, ...environment } = process.env as Record<string, string>
  for (const name of Object.keys(environment)) if (name.startsWith('XDG_')) delete environment[name]
  return { ...environment, HOME: home }
}

export async function startOpen(given: Record<string, string>): Promise<OpenDesk> {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = given
  const child = spawn(NODE, [CLI, 'open'], { stdio: ['pipe', 'pipe', 'pipe'], env: environment })
  let said = ''
  const link = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      const found = /http:\S+#key=[\w-]+/.exec(said)?.[0]
      if (found !== undefined) resolve(found)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.once('exit', (code) => reject(new Error(`open ended with exit code ${code}:\n${said}`)))
  })
  return {
    link,
    said: () => said,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
