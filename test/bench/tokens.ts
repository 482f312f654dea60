/** What the seven tools cost a model, in tokens of o200k_base. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { against, type Bench, type Group } from './figure.ts'
import { openSubject } from './subject.ts'

export const tokens: Group = {
  name: 'tokens',
  figures: ['tokens of tools/list'],
  withinSeconds: 20,
  run: measureTokens,
}

async function measureTokens(bench: Bench): Promise<void> {
  const subject = await openSubject(bench, {})
  for (const names of ['dots', 'underscores']) {
    const client = await subject.overPipe('2025-11-25', '--names', names)
    const list = await client.tools()
    const promise = { name: 'promise', value: 600, unit: 'tokens' }
    bench.print({
      figure: 'tokens of tools/list',
      names,
      ...against(countTokens(list), promise),
      tools: list.tools.length,
    })
  }
}

/** Of a text as it is, of anything else as compact JSON. */
export function countTokens(value: unknown): number {
  return encode(typeof value === 'string' ? value : JSON.stringify(value)).length
}
