/** The licences of the packages that the program is made of, as the packages themselves state them. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Licence {
  name: string
  licence: string
}

/** By name. `packageRoot` holds our package.json; the packages lie beside it or, once installed, further up. */
export async function readLicences(packageRoot: string): Promise<Licence[]> {
  const { dependencies } = await readPackage(packageRoot)
  const names = typeof dependencies === 'object' && dependencies !== null ? Object.keys(dependencies) : []
  return await Promise.all(names.sort().map((name) => readLicence(packageRoot, name)))
}

async function readLicence(from: string, name: string): Promise<Licence> {
  for (let folder = from; ; folder = dirname(folder)) {
    const { license } = await readPackage(join(folder, 'node_modules', name))
    if (typeof license === 'string') return { name, licence: license }
    if (folder === dirname(folder)) return { name, licence: 'not stated' }
  }
}

async function readPackage(folder: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
}
