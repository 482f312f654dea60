/** Where the desk keeps things when nobody says otherwise, and the sample workspace of the first run. */
import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** `COUNTERSIGN_HOME`, or `countersign` in the platform's folder for the data of applications. */
export function defaultHome(
  environment: Record<string, string | undefined>,
  platform: NodeJS.Platform,
): string {
  const chosen = environment.COUNTERSIGN_HOME
  if (chosen) return chosen
  // With an empty HOME `homedir` says nothing, and each starter would have a folder where it stands.
  const home = environment.HOME || environment.USERPROFILE || userInfo().homedir
  if (platform === 'win32') {
    return join(environment.APPDATA || join(home, 'AppData', 'Roaming'), 'countersign')
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'countersign')
  return join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'countersign')
}

export function defaultPlaces(home: string): { data: string; configuration: string } {
  return { data: join(home, 'data'), configuration: join(home, 'workspace', 'countersign.yaml') }
}

/**
 * Copies `resources/sample/` to the default workspace, whole and once: a workspace that exists is never touched.
 * @throws if the folder cannot be written.
 */
export async function ensureSampleWorkspace(
  home: string,
  resources: string,
): Promise<{ created: boolean; configuration: string }> {
  const { configuration } = defaultPlaces(home)
  const workspace = dirname(configuration)
  if (await isOccupied(workspace)) return { created: false, configuration }
  await mkdir(home, { recursive: true, mode: 0o700 })
  const created = await placeWorkspace(join(resources, 'sample'), workspace)
  return { created, configuration }
}

/**
 * Copies a workspace to where none is, in one step: two starters, or one that is stopped half-way, leave no half
 * workspace. False: there was one by then. @throws if the folder above cannot be written.
 */
export async function placeWorkspace(from: string, to: string): Promise<boolean> {
  const draft = await mkdtemp(join(dirname(to), `.${basename(to)}-`))
  try {
    await cp(from, draft, { recursive: true })
    await makeWritable(draft)
    await rename(draft, to)
    return true
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (await isOccupied(to)) return false
    throw error
  }
}

/** Whether something is in the folder. */
export async function isOccupied(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.F_OK)
    return (await readdir(folder)).length > 0
  } catch {
    return false
  }
}

/** An installed copy of the resources may be read-only; the workspace belongs to the person. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeWritable(path)
    else await chmod(path, (await stat(path)).mode | 0o200)
  }
}
