/** A configuration without errors, from its text. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { loadConfiguration } from '../../../src/main/config/load.ts'
import { withSecrets } from '../../../src/main/config/read/variables.ts'
import type { Configuration } from '../../../src/main/model/configuration.ts'

/** @param yaml all but its version; no secret is missing */
export async function loadText(yaml: string): Promise<Configuration> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-compared-'))
  try {
    const file = join(folder, 'countersign.yaml')
    await writeFile(file, `version: "1.0.0"\n${yaml}`)
    const { configuration, problems } = await loadConfiguration(file, await withSecrets({}, null))
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    if (configuration === null) throw new Error('no configuration')
    return configuration
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
