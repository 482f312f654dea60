/** The desktop packages of this system, by electron-builder: each by itself, so that one that cannot be made keeps no other back. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './tools.ts'

const TARGETS: { platform: NodeJS.Platform; flag: string; system: string; targets: string[] }[] = [
  { platform: 'linux', flag: '--linux', system: 'Linux', targets: ['deb', 'rpm', 'AppImage'] },
  { platform: 'darwin', flag: '--mac', system: 'macOS', targets: ['dmg', 'zip'] },
  { platform: 'win32', flag: '--win', system: 'Windows', targets: ['nsis'] },
]

/** What is given to people; electron-builder leaves its work beside it. */
const PACKAGE = /\.(deb|rpm|AppImage|dmg|zip|exe|blockmap)$|^latest.*\.yml$/

/**
 * @param options `root`: the checkout, built; `out`: where the packages go
 * @returns the files that were made, and what was not, each with a sentence that says why
 */
export async function makeDesktopPackages(options: {
  root: string
  out: string
}): Promise<{ made: string[]; skipped: { what: string; why: string }[] }> {
  const { root, out } = options
  const elsewhere = TARGETS.filter(({ platform }) => platform !== process.platform).map(
    ({ system, targets }) => ({
      what: `${targets.join(' and ')} for ${system}`,
      why: `Only ${system} builds that.`,
    }),
  )
  const here = TARGETS.find(({ platform }) => platform === process.platform)
  if (here === undefined) return { made: [], skipped: elsewhere }
  const skipHere = (why: string) => ({
    made: [],
    skipped: [{ what: `${here.targets.join(', ')} for ${here.system}`, why }, ...elsewhere],
  })
  const configuration = findConfiguration(root)
  if (configuration === null)
    return skipHere('There is no configuration of electron-builder in resources/packaging.')
  // A runtime from somewhere else, where npm could not get the one that belongs here.
  const runtime = process.env.COUNTERSIGN_ELECTRON_DIST ?? join(root, 'node_modules/electron/dist')
  if (!existsSync(runtime))
    return skipHere(
      'Electron’s runtime is not there: `npm ci` gets it from GitHub, or COUNTERSIGN_ELECTRON_DIST names its folder.',
    )
  const made: string[] = []
  const failed: { what: string; why: string }[] = []
  for (const target of here.targets) {
    const work = mkdtempSync(join(tmpdir(), 'countersign-desktop-'))
    const { code, output } = await runTool(root, 'electron-builder', [
      ...['--config', configuration, here.flag, target, '--publish', 'never'],
      ...[`-c.directories.output=${work}`, `-c.electronDist=${runtime}`],
    ])
    if (code === 0)
      for (const file of readdirSync(work).filter((name) => PACKAGE.test(name))) {
        copyFileSync(join(work, file), join(out, file))
        made.push(file)
      }
    else failed.push({ what: `${target} for ${here.system}`, why: sayWhy(output) })
    rmSync(work, { recursive: true, force: true })
  }
  return { made, skipped: [...failed, ...elsewhere] }
}

function findConfiguration(root: string): string | null {
  const name = readdirSync(join(root, 'resources/packaging')).find((file) =>
    /^electron-builder\.\w+$/.test(file),
  )
  return name === undefined ? null : `resources/packaging/${name}`
}

/** electron-builder marks what went wrong, and says much before and after it. */
function sayWhy(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const line =
    lines.find((each) => each.startsWith('⨯')) ?? lines.findLast((each) => each !== '') ?? 'It said nothing.'
  const sentence = line.replace(/^⨯\s*/, '').replace(/\s+(failedTask|stackTrace)=.*$/, '')
  return `electron-builder says: ${sentence.slice(0, 300)}`
}
