/**
 * The thread that answers long reads over a connection of its own, so that the gateway's thread goes on (R3.4).
 * Started by `reader.ts` with the database's file as its data; one message a question, one an answer.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { GatewayError, messageOf } from '../../model/error.ts'
import { openForReading } from './database.ts'
import { type Answer, openReader, type Question } from './reader.ts'

const file = String(workerData)
const database = openForReading(file)
const reader = openReader(database, file)

async function ask({ method, args }: Question, told: (part: number) => void): Promise<unknown> {
  // The types say so on the other side: both are made of the same names.
  const call = reader[method] as (...args: unknown[]) => Promise<unknown>
  return await (method === 'verifyAudit' ? call(told) : call(...args))
}

/** One after the other: what one question holds of the database is not what the next one asks of. */
let last: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (question: Question | null) => {
  if (question === null) {
    // A backup that is being made is given up.
    database.close()
    parentPort?.close()
    return
  }
  const answer = (content: Answer['content']) =>
    parentPort?.postMessage({ id: question.id, content } satisfies Answer)
  last = last
    .then(() => ask(question, (part) => answer({ part })))
    .then(
      (value) => answer({ ok: true, value }),
      (error: unknown) =>
        answer({
          ok: false,
          code: error instanceof GatewayError ? error.code : 'INTERNAL',
          message: messageOf(error),
        }),
    )
})
