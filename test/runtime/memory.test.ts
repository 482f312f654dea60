import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../setup/found.ts'

const MAIN = join(ROOT, 'src/main')
/** Whatever `create…` and `watch…` make lives as long as the gateway does. */
const LASTING = /^export function (?:create|watch)/
const KEEPS = /^ {2}(?:const|let) \w+.* = new (?:Map|Set)\b/m

describe('the memory of the runtime', () => {
  it('is what docs/architecture.md lists, and nothing else [runtime.memory]', async () => {
    const page = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8')
    const [, section = ''] = /## What a gateway keeps to itself\n(.*?)\n## /s.exec(page) ?? []
    const listed = [...section.matchAll(/^\| `([^`]+\.ts)` \|/gm)].map(([, file]) => file)
    const files = (await readdir(join(MAIN, 'runtime'), { recursive: true })).filter((file) =>
      file.endsWith('.ts'),
    )
    const keeping: string[] = []
    for (const file of files) {
      const text = await readFile(join(MAIN, 'runtime', file), 'utf8')
      const functions = text.split(/^(?=(?:export )?(?:async )?function )/m)
      if (functions.some((each) => LASTING.test(each) && KEEPS.test(each))) keeping.push(`runtime/${file}`)
    }
    expect(keeping.length).toBeGreaterThan(0)
    expect(listed.toSorted()).toEqual(keeping.toSorted())
  })
})
