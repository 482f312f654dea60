#!/usr/bin/env node
/**
 * For tests: answers electron-builder's calls of fpm, which cannot be fetched everywhere, with `dpkg-deb`. It takes what
 * electron-builder says of a `.deb`, and refuses what it does not know.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const TEXT = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    input: { ...TEXT, short: 's' },
    output: { ...TEXT, short: 't' },
    depends: { ...TEXT, short: 'd', multiple: true },
    force: { type: 'boolean' },
    ...Object.fromEntries(
      [
        ...['name', 'version', 'architecture', 'maintainer', 'vendor', 'url', 'license', 'category'],
        ...['description', 'package', 'after-install', 'after-remove', 'deb-priority', 'deb-compression'],
        'deb-recommends',
      ].map((name) => [name, { ...TEXT, multiple: name === 'deb-recommends' }]),
    ),
  },
})
const said = values as Record<string, string | undefined>
if (said.output !== 'deb') throw new Error(`Only a .deb can be made here, not ${said.output}.`)

const root = mkdtempSync(join(tmpdir(), 'countersign-deb-'))
// dpkg-deb takes the mode of the folder for that of the root of the system.
chmodSync(root, 0o755)
try {
  for (const mapping of positionals) {
    const at = mapping.lastIndexOf('=')
    const to = join(root, mapping.slice(at + 1))
    mkdirSync(dirname(to), { recursive: true })
    cpSync(mapping.slice(0, at), to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }
  const control = join(root, 'DEBIAN')
  mkdirSync(control)
  const [size = ''] = execFileSync('du', ['-sk', root], { encoding: 'utf8' }).split('\t')
  const fields = {
    Package: said.name,
    Version: said.version,
    Architecture: said.architecture === 'x86_64' ? 'amd64' : said.architecture,
    Maintainer: said.maintainer,
    'Installed-Size': size,
    Priority: said['deb-priority'],
    Depends: (values.depends as string[]).join(', '),
    Description: (said.description ?? '').trim().replaceAll('\n', '\n '),
  }
  writeFileSync(
    join(control, 'control'),
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  )
  for (const [from, to] of [
    ['after-install', 'postinst'],
    ['after-remove', 'postrm'],
  ] as const) {
    writeFileSync(join(control, to), readFileSync(said[from] ?? ''))
    chmodSync(join(control, to), 0o755)
  }
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', root, said.package ?? ''])
} finally {
  rmSync(root, { recursive: true })
}
