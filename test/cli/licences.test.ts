import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLicences } from '../../src/main/cli/hosting/host.ts'

const FILE = 'out/notices.json'
const built = existsSync(FILE)

interface Written {
  name: string
  version: string
  licence: string
  source: string
  text: string
}

const readWritten = () => JSON.parse(readFileSync(FILE, 'utf8')) as Written[]

/** The packages that files below `folder` import at run time. */
async function findImported(folder: string): Promise<string[]> {
  const names = new Set<string>()
  for (const path of await readdir(folder, { recursive: true })) {
    if (!/\.(tsx?|css)$/.test(path)) continue
    const text = await readFile(join(folder, path), 'utf8')
    const imports = text.matchAll(
      /^(?:import|export) (?!type )(?:[^'"=;(]*? from )?'([^']+)'|^@import "([^"]+)"|import\('([^']+)'\)/gm,
    )
    for (const [, plain, style, late] of imports) {
      const name = /^(@[^/]+\/)?[^/.][^/]*/.exec(plain ?? style ?? late ?? '')?.[0]
      if (name && !name.startsWith('node:') && !builtinModules.includes(name)) names.add(name)
    }
  }
  return [...names].sort()
}

describe.skipIf(!built)(`the licences${built ? '' : ' (skipped: nothing is built)'}`, () => {
  it('name everything that the sources import and that is installed along [licences.all-named]', async () => {
    const own = JSON.parse(await readFile('package.json', 'utf8')) as { dependencies: Record<string, string> }
    const imported = [...(await findImported('src/renderer')), ...(await findImported('src/main'))]
    expect(imported).toContain('tinykeys')
    expect(imported).toContain('elkjs')
    expect(imported).toContain('tailwindcss')
    expect(imported).toContain('pino')
    const expected = [...imported, ...Object.keys(own.dependencies)].filter((name) => name !== 'electron')
    const listed = readLicences().map(({ name }) => name)
    expect(expected.filter((name) => !listed.includes(name))).toEqual([])
  })

  it('name each licence, and what asks for more [licences.all-named]', () => {
    const licences = Object.fromEntries(readLicences().map(({ name, licence }) => [name, licence]))
    expect(licences).toMatchObject({
      elkjs: 'EPL-2.0 OR GPL-3.0-or-later',
      '@fontsource-variable/inter': 'OFL-1.1',
      '@fontsource-variable/jetbrains-mono': 'OFL-1.1',
      '@modelcontextprotocol/server-filesystem': 'MIT, says its readme',
    })
    expect(
      Object.entries(licences).filter(([, licence]) => !/^\S+/.test(licence) || /^SEE /.test(licence)),
    ).toEqual([])
  })

  it('name nothing that is not installed in that version, and bring text and source [licences.all-named]', async () => {
    const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
      packages: Record<string, { version?: string }>
    }
    const locked = new Set(
      Object.entries(lock.packages).map(
        ([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`,
      ),
    )
    const written = readWritten()
    expect(written.filter(({ name, version }) => !locked.has(`${name} ${version}`))).toEqual([])
    expect(new Set(written.map(({ name, version }) => `${name} ${version}`)).size).toBe(written.length)
    expect(written.filter(({ text, source }) => text === '' || source === '')).toEqual([])
    const elk = written.find(({ name }) => name === 'elkjs')
    expect(elk?.text).toContain('Eclipse Public License')
    expect(elk?.source).toContain('github.com')
    expect(written.find(({ name }) => name === '@fontsource-variable/inter')?.text).toContain(
      'SIL OPEN FONT LICENSE',
    )
  })
})
