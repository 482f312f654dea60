/**
 * The thread that reads, checks and compares configurations, so that the gateway's thread goes on (R3.4). Started by
 * `loader.ts`; one request at a time, answered piece by piece as the other side asks for more.
 */
import { parentPort } from 'node:worker_threads'
import { messageOf } from '../model/error.ts'
import type { JsonValue } from '../model/json.ts'
import { editText } from './edit/text.ts'
import { Uneditable } from './edit/uneditable.ts'
import type { FromWorker, ToWorker } from './loader.ts'
import { createWrittenReader } from './read/locate.ts'
import { cutIntoBatches, type Piece } from './read/pieces.ts'
import { createSourceMemory } from './read/source-memory.ts'
import { loadCompared } from './reload/compared-load.ts'

let batches: Piece[][] = []
/** Of what is in force and what is changed in it, the same thread reads the same files again and again. */
const parse = createSourceMemory()
const readWritten = createWrittenReader(parse)

const tell = (message: FromWorker) => parentPort?.postMessage(message)

function sendNext(): void {
  const [pieces = [], ...rest] = batches
  batches = rest
  tell({ kind: 'pieces', pieces, isLast: rest.length === 0 })
}

function edited({ text, edits }: Extract<ToWorker, { kind: 'edit' }>): FromWorker {
  try {
    return { kind: 'edited', text: editText(text, edits) }
  } catch (error) {
    const message = messageOf(error)
    return { kind: error instanceof Uneditable ? 'uneditable' : 'failed', message }
  }
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'more') return sendNext()
  if (message.kind === 'edit') return tell(edited(message))
  const answered: Promise<unknown> =
    message.kind === 'written'
      ? readWritten(message.request)
      : loadCompared(message.request, (file) => tell({ kind: 'file', file }), parse)
  answered.then(
    (answer) => {
      batches = cutIntoBatches(answer as JsonValue)
      sendNext()
    },
    (error: unknown) => tell({ kind: 'failed', message: messageOf(error) }),
  )
})

tell({ kind: 'ready' })
