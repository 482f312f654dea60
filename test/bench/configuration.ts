/** How long a configuration of 1,000 workflows takes from its files to what runs. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { makeFolder } from '../support/folders.ts'
import { against, type Bench, type Group, median } from './figure.ts'

const WORKFLOWS = 1000
const FILES = 20
const ROUNDS = 5

export const configuration: Group = {
  name: 'configuration',
  figures: ['reading of YAML', 'load of 1000 workflows'],
  withinSeconds: 20,
  run: measureLoad,
}

async function measureLoad(bench: Bench): Promise<void> {
  const folder = makeFolder('bench')
  bench.onEnd(() => folder.remove())
  const { main, texts } = await writeWorkflows(folder.path)
  const reading: number[] = []
  const loading: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bench.signal.throwIfAborted()
    reading.push(
      await time(() => {
        for (const text of texts) parseDocument(text)
      }),
    )
    loading.push(
      await time(async () => {
        const { configuration, problems } = await loadConfiguration(main, {})
        const read = Object.keys(configuration?.workflows ?? {}).length
        if (read !== WORKFLOWS) throw new Error(`Only ${read} were read: ${problems[0]?.message}`)
      }),
    )
  }
  // The first round is what a start pays, and the only one that is cold.
  const yaml = { name: 'reading of YAML', value: median(reading.slice(1)), unit: 'ms' }
  bench.print({ figure: yaml.name, value: yaml.value, unit: 'ms', workflows: WORKFLOWS, files: FILES })
  bench.print({
    figure: 'load of 1000 workflows',
    ...against(median(loading.slice(1)), yaml),
    first: Number((loading[0] ?? 0).toPrecision(4)),
    runs: ROUNDS - 1,
  })
}

async function time(work: () => unknown): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

async function writeWorkflows(folder: string): Promise<{ main: string; texts: string[] }> {
  const each = WORKFLOWS / FILES
  await mkdir(join(folder, 'flows'))
  const texts = Array.from({ length: FILES }, (_, file) =>
    [
      'version: "1.0.0"',
      'workflows:',
      ...Array.from({ length: each }, (__, n) => write(file * each + n)),
    ].join('\n'),
  )
  const names = texts.map((_, file) => `flows/${file}.yaml`)
  await Promise.all(texts.map((text, file) => writeFile(join(folder, names[file] ?? ''), text)))
  const main = join(folder, 'countersign.yaml')
  const root = ['version: "1.0.0"', 'include:', ...names.map((name) => `  - ${name}`)].join('\n')
  await writeFile(main, root)
  return { main, texts: [root, ...texts] }
}

/** One with a form, a guard, a person's step, an automatic one and an end. */
function write(number: number): string {
  return `  refund_${number}:
    title: Refund ${number}
    description: Pays an amount back to a customer, once a person has agreed.
    tags: [money]
    initialState: draft
    states:
      draft:
        transitions:
          propose:
            target: proposed
            inputSchema:
              type: object
              properties:
                amount: { type: number, minimum: 1 }
                reason: { type: string }
              required: [amount, reason]
            guards:
              - { kind: expr, expr: "$.arguments.amount < 5000" }
            output: { amount: $.arguments.amount, reason: $.arguments.reason }
      proposed:
        transitions:
          approve: { target: approved, actor: human, title: Pay it back }
          decline: { target: declined, actor: human }
      approved:
        transitions:
          pay: { target: paid, actor: deterministic }
      paid: { terminal: true }
      declined: { terminal: true }`
}
