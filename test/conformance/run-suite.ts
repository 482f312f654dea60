/** Runs the official conformance suite against an address, as its own process. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'

export interface SuiteRun {
  /** 0: everything passed but what the baseline lists, and all that it lists failed. */
  code: number | null
  output: string
  /** How many checks of each scenario succeeded. */
  passed: Record<string, number>
}

export async function runSuite(
  url: string,
  revision: '2025-11-25' | '2026-07-28',
  baseline: string,
): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-conformance-'))
  try {
    const args = [
      'server',
      '--url',
      url,
      '--requirements',
      revision,
      '--expected-failures',
      baseline,
      '-o',
      folder,
    ]
    const child = spawn(process.execPath, [SUITE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { code, output: plain(output), passed: await countPassed(folder) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function countPassed(folder: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(name)?.[1]
    if (scenario === undefined) continue
    const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as {
      status: string
    }[]
    counts[scenario] = checks.filter((check) => check.status === 'SUCCESS').length
  }
  return counts
}

function plain(text: string): string {
  return text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
}
