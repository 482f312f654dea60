/** A program that appends a line to a file and answers in JSON: an effect that can be counted. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTestGateway, type TestGateway } from '../support/gateway.ts'

const COUNTER = `
const fs = require('node:fs')
const [file, answer = '{}', code = '0'] = process.argv.slice(2)
fs.appendFileSync(file, 'ran\\n')
process.stdout.write(answer)
process.exitCode = Number(code)
`
const NODE = JSON.stringify(process.execPath)

/** A workflow whose one transition runs the program that its input names. */
export const WORKER = `
workflows:
  work:
    initialState: ready
    states:
      ready:
        transitions:
          run:
            target: done
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "$.input.answer", "$.input.code"] }
            output: { answer: "$.output.json", exitCode: "$.output.exitCode" }
      done: {}
`

/** Opens a gateway whose folder holds the program; `NODE` in the configuration is the Node that runs this. */
export async function openWithCounter(yaml: string, more = {}): Promise<TestGateway> {
  return await openTestGateway(yaml.replaceAll('NODE', NODE), { files: { 'counter.cjs': COUNTER }, ...more })
}

/** How often the program ran. */
export async function countRuns(gateway: TestGateway, file = 'effects'): Promise<number> {
  const text = await readFile(join(gateway.folder, file), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line === 'ran').length
}

/** The input that makes the program write to `file`, answer and end so. */
export function effect(gatewayFolder: string, answer = '{}', code = '0', file = 'effects') {
  return { program: join(gatewayFolder, 'counter.cjs'), file: join(gatewayFolder, file), answer, code }
}
