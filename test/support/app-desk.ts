/** The app on some YAML, in its own window, and an agent: what `people-desk.ts` is in a browser. */
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

/** `yaml` is told a folder for what its programs write. */
export async function openAppDesk(yaml: (folder: string) => string): Promise<AnyDesk> {
  const home = makeFolder('home')
  const { configuration } = defaultPlaces(home.path)
  mkdirSync(dirname(configuration), { recursive: true })
  writeFileSync(configuration, `version: "1.0.0"\n${yaml(home.path)}`)
  const desktop = await openDesktop()
  const { page } = await desktop.launch(home.path)
  // As large as the browser of the other one: what is in sight counts.
  await page.setViewportSize({ width: 1280, height: 800 })
  const desk = readDesk(page)
  await desk.untilConnected()
  // The app takes it for the sample workspace, and offers the first steps.
  await page.getByRole('button', { name: 'Dismiss the first steps' }).click()
  const agent = await connectAgent('newer', { home: home.path })
  return {
    desk,
    page,
    agent,
    folder: home.path,
    async close() {
      await agent.close()
      await desktop.close()
      home.remove()
    },
  }
}
