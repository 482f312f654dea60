/** The app on some YAML, in its own window, and an agent: what `people-desk.ts` is in a browser. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { defaultPlaces } from '../../src/main/config/workspace.ts'
import { connectAgent } from './agent.ts'
import { readDesk } from './desk-page.ts'
import { openDesktop } from './electron.ts'
import { makeFolder } from './folders.ts'
import type { PeopleDesk } from './people-desk.ts'

/** What both have. */
export type AnyDesk = Pick<PeopleDesk, 'desk' | 'page' | 'agent' | 'folder' | 'close'>

export interface AppDesk extends AnyDesk {
  /** The file. */
  configuration: string
  /** Kills the app, and starts it again. */
  crash(): Promise<void>
}

/** `yaml` is told a folder for what its programs write, `prepare` that of the configuration. */
export async function openAppDesk(
  yaml: (folder: string) => string,
  prepare: (folder: string) => Promise<void> = async () => undefined,
): Promise<AppDesk> {
  const home = makeFolder('home')
  const { configuration } = defaultPlaces(home.path)
  mkdirSync(dirname(configuration), { recursive: true })
  writeFileSync(configuration, `version: "1.0.0"\n${yaml(home.path)}`)
  await prepare(dirname(configuration))
  const desktop = await openDesktop()
  async function launch() {
    const { app, page } = await desktop.launch(home.path)
    // As large as the browser of the other one: what is in sight counts.
    await page.setViewportSize({ width: 1280, height: 800 })
    const desk = readDesk(page)
    await desk.untilConnected()
    return { app, page, desk, agent: await connectAgent('newer', { home: home.path }) }
  }
  let now = await launch()
  return {
    get desk() {
      return now.desk
    },
    get page() {
      return now.page
    },
    get agent() {
      return now.agent
    },
    folder: home.path,
    configuration,
    async crash() {
      await now.agent.close()
      const process = now.app.process()
      const ended = once(process, 'exit')
      process.kill('SIGKILL')
      await ended
      now = await launch()
    },
    async close() {
      await now.agent.close()
      await desktop.close()
      home.remove()
    },
  }
}
