import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../../src/main/config/load.ts'
import { readJudgedLines } from '../../../src/main/search/lab/json-lines.ts'
import { openShop } from '../search-fixture.ts'

describe('judged queries that lie beside the configuration', () => {
  it('are offered whole, and imported as they are [search.judged-beside]', async () => {
    const shop = await openShop()
    expect(await shop.ask('judged.beside', {})).toEqual({ found: null })
    const text =
      '{"qid":"a","query":"Ship a parcel","relevant":["ship_order"]}\n\n{"query":"x","relevant":[]}\n'
    await writeFile(join(shop.folder, 'judged.jsonl'), text)
    expect(await shop.ask('judged.beside', {})).toEqual({ found: { file: 'judged.jsonl', queries: 2, text } })
    expect(await shop.ask('judged.import', { text })).toMatchObject({ added: 2, unknownItems: [] })
    await writeFile(join(shop.folder, 'judged.jsonl'), '\n'.repeat(8_000_001))
    expect(await shop.ask('judged.beside', {})).toEqual({ found: null })
  })

  it('come with the sample workspace, and mean what it has [search.judged-beside]', async () => {
    const read = readJudgedLines(await readFile('resources/sample/judged.jsonl', 'utf8'))
    const { configuration } = await loadConfiguration('resources/sample/countersign.yaml', {
      COUNTERSIGN_NODE: 'node',
      COUNTERSIGN_MODULES: 'modules',
    })
    expect(configuration?.discovery.profile.ranking).toBe('smart')
    const files = configuration?.imports.flatMap(({ include, prefix }) =>
      include.map((tool) => `${prefix}.${tool}`),
    )
    const known = new Set([...Object.keys(configuration?.workflows ?? {}), ...(files ?? [])])
    const named = read.ok ? read.lines.flatMap(({ grades }) => Object.keys(grades)) : []
    expect(read).toMatchObject({ ok: true })
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((id) => !known.has(id))).toEqual([])
  })
})
