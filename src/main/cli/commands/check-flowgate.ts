/**
 * `countersign check --from flowgate FILE`: what each thing of a configuration of mcp-flowgate is here, and every
 * difference that nobody would notice. Runs nothing of it, and writes over no file.
 */
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type Conversion,
  convertFlowgate,
  type Difference,
  type Fate,
} from '../../config/flowgate/convert.ts'
import type { Level } from '../../config/flowgate/explanation.ts'
import { writeCommand } from '../../desk/clients/connect-snippets.ts'
import { formatProblem, formatSource } from '../problems.ts'
import { explainUnwritten } from '../system-failure.ts'

const FATES: Record<Fate, string> = {
  same: 'the same',
  converted: 'written otherwise, means the same',
  look: 'look at it',
  'left out': 'left out',
}

/** Exit code 0: nothing to look at; 1: something for a person, or the file cannot be read or written. */
export async function checkFlowgate(
  path: string,
  { json, to }: { json: boolean; to: string | null },
): Promise<number> {
  const conversion = await convertFlowgate(path, dirname(to ?? path))
  const { text, problems, differences } = conversion
  const wrong = text === null || to === null ? null : await write(to, text)
  const written = text === null || wrong !== null ? null : to
  const needsEye = problems.length > 0 || differences.some(({ level }) => level !== 'note')
  if (json) process.stdout.write(`${JSON.stringify({ ok: !needsEye, ...conversion })}\n`)
  else process.stdout.write(report(conversion, written, to))
  if (wrong !== null) process.stderr.write(`${wrong}\n`)
  return needsEye || wrong !== null ? 1 : 0
}

async function write(file: string, text: string): Promise<string | null> {
  try {
    await writeFile(file, text, { flag: 'wx' })
    return null
  } catch (error) {
    return explainUnwritten(error, file)
  }
}

function report(
  { problems, owners, differences, variables, text }: Conversion,
  written: string | null,
  to: string | null,
): string {
  if (problems.length > 0) return problems.map((problem) => `${formatProblem(problem)}\n`).join('')
  const widest = Math.max(0, ...owners.map(({ at }) => at.length))
  const lines = owners.map(({ at, fate }) => `${at.padEnd(widest)}  ${FATES[fate]}`)
  const count = (level: Level) => differences.filter((each) => each.level === level).length
  const sum = `${count('left out')} left out, ${count('look')} to look at, ${count('note')} for your information.`
  const needs = variables.length === 0 ? [] : [`Environment variables to set: ${variables.join(', ')}.`]
  return [
    ...lines,
    '',
    ...LEVELS.flatMap((level) => explain(differences, level)),
    sum,
    ...needs,
    ...next(text, written, to),
    '',
  ].join('\n')
}

function next(text: string | null, written: string | null, to: string | null): string[] {
  if (text === null) return ['Nothing of it can be converted.']
  if (to === null) return ['With --to FILE the converted configuration is written into a new file.']
  if (written === null) return []
  const check = writeCommand(['countersign', 'check', written], process.platform)
  return [`The converted configuration is in ${written}. Check it: ${check}`]
}

const LEVELS: Level[] = ['left out', 'look', 'note']

/** What a difference means is said once, below all its places. */
function explain(differences: readonly Difference[], wanted: Level): string[] {
  const ids = new Set(differences.filter(({ level }) => level === wanted).map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const places = differences.filter((each) => each.id === id)
    const [first] = places
    if (first === undefined) return []
    return [
      `${wanted}: ${first.title}`,
      ...places.map((each) => `    ${formatSource(each)}${each.what === null ? '' : `  ${each.what}`}`),
      `    there: ${first.there}`,
      `    here:  ${first.here}`,
      `    write: ${first.write}`,
      '',
    ]
  })
}
