/** Why a command could not do its work, for a person or a program; the exit code is 1. */
import { messageOf } from '../model/error.ts'
import { ConfigurationInvalid } from '../model/failure-to-open.ts'
import { formatProblem } from './problems.ts'
import { plainText } from './searching/search-text.ts'

export function tellFailure(error: unknown, json: boolean): number {
  const sentences = sentencesOf(error)
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: sentences.join('\n') })}\n`)
  else process.stderr.write(`${sentences.map(plainText).join('\n')}\n`)
  return 1
}

function sentencesOf(error: unknown): string[] {
  if (error instanceof ConfigurationInvalid)
    return ['The configuration has errors and cannot be searched.', ...error.problems.map(formatProblem)]
  return messageOf(error).split('\n')
}
