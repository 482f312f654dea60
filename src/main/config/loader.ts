/**
 * Loads and edits configurations on a thread of their own, within a time limit (R3.4). The thread starts with the first one
 * and ends when nobody asks. Requests are answered one after the other.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { GatewayError } from '../model/error.ts'
import { takeTurns } from '../model/in-turn.ts'
import { editText, type TextEdit } from './edit/text.ts'
import { Uneditable } from './edit/uneditable.ts'
import { createWrittenReader, type WrittenAnswers, type WrittenRequest } from './read/locate.ts'
import { joinPieces, type Piece } from './read/pieces.ts'
import { type ComparedLoad, type LoadRequest, loadCompared } from './reload/compared-load.ts'

export type ToWorker =
  | { kind: 'load'; request: LoadRequest }
  | { kind: 'edit'; text: string; edits: readonly TextEdit[] }
  | { kind: 'written'; request: WrittenRequest }
  | { kind: 'more' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'file'; file: string }
  | { kind: 'pieces'; pieces: Piece[]; isLast: boolean }
  | { kind: 'edited'; text: string }
  /** `message`: a sentence. */
  | { kind: 'uneditable'; message: string }
  | { kind: 'failed'; message: string }

export interface Loader {
  /** What takes too long, or more memory than there is, is answered as a configuration with an error. */
  load(request: LoadRequest): Promise<ComparedLoad>
  /** The text with all of these changes: `editText`, which takes long for many. @throws Uneditable */
  edit(text: string, edits: readonly TextEdit[]): Promise<string>
  written<Asked extends keyof WrittenAnswers>(request: WrittenRequest<Asked>): Promise<WrittenAnswers[Asked]>
  /** Whoever still waits gets an error. */
  close(): Promise<void>
}

const LONGEST_SECONDS = 30
/** How long the thread is kept without a request, in milliseconds. */
const IDLE_MS = 30_000
/** So many characters are read in a few milliseconds; a thread takes longer to start. */
const READ_HERE = 8192

/** In the sources it lies beside this file; in the bundle at the top, and this file in it or in its folder `chunks`. */
const PLACES = ['./load-worker.ts', './load-worker.js', '../load-worker.js']

type Outcome =
  /** The thread took it apart: it has the same type again. */
  | { kind: 'whole'; value: unknown }
  | Extract<FromWorker, { kind: 'edited' | 'uneditable' }>
  /** What it has done so far is gone with its thread; `files`: what it had begun to read. */
  | { kind: 'ended'; reason: string; wasReady: boolean; files: string[] }
  | { kind: 'slow'; files: string[] }
  | { kind: 'failed'; message: string }

/** @param warn says that the gateway's thread is used, where another one cannot be had */
export function createLoader(parts: { warn(message: string): void; longestSeconds?: number }): Loader {
  const { longestSeconds = LONGEST_SECONDS } = parts
  const program = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync)
  let usable = program !== undefined
  let thread: Worker | null = null
  let ready = false
  let idle: NodeJS.Timeout | null = null
  let closed = false
  const inTurn = takeTurns()
  const readHere = createWrittenReader()

  function start(path: string): Worker {
    const started = new Worker(path)
    ready = false
    started.on('message', () => {
      ready = true
    })
    const forget = () => {
      if (thread === started) thread = null
    }
    started.on('error', forget)
    started.on('exit', forget)
    return started
  }

  async function stop(): Promise<void> {
    const stopped = thread
    thread = null
    await stopped?.terminate()
  }

  function ask(asked: Worker, asking: ToWorker): Promise<Outcome> {
    const files: string[] = []
    const joined = joinPieces()
    return new Promise<Outcome>((resolve) => {
      const finish = (outcome: Outcome) => {
        clearTimeout(limit)
        asked.off('message', hear).off('error', fail).off('exit', end)
        asked.unref()
        resolve(outcome)
      }
      const post = (message: ToWorker) => asked.postMessage(message)
      const hear = (message: FromWorker) => {
        if (message.kind === 'file') files.push(message.file)
        else if (message.kind === 'failed' || message.kind === 'edited' || message.kind === 'uneditable')
          finish(message)
        else if (message.kind === 'pieces') {
          joined.add(message.pieces)
          if (!message.isLast) post({ kind: 'more' })
          else finish({ kind: 'whole', value: joined.whole() })
        }
      }
      const fail = (error: Error) => finish({ kind: 'ended', reason: error.message, wasReady: ready, files })
      const end = () => finish({ kind: 'ended', reason: 'its thread has ended', wasReady: ready, files })
      const limit = setTimeout(() => finish({ kind: 'slow', files }), longestSeconds * 1000)
      asked.on('message', hear).on('error', fail).on('exit', end)
      asked.ref()
      post(asking)
    })
  }

  function restAfterwards(): void {
    idle = setTimeout(() => void stop(), IDLE_MS)
    idle.unref()
  }

  /** Null: another thread cannot be had. A thread that is not well is stopped. */
  async function askThread(asking: ToWorker): Promise<Outcome | null> {
    if (closed) throw stopping()
    if (!usable || program === undefined) return null
    if (idle !== null) clearTimeout(idle)
    thread ??= start(program)
    const outcome = await ask(thread, asking)
    if (closed) throw stopping()
    if (outcome.kind !== 'slow' && outcome.kind !== 'ended') {
      restAfterwards()
      if (outcome.kind === 'failed') throw new Error(outcome.message)
      return outcome
    }
    await stop()
    if (outcome.kind === 'slow' || outcome.wasReady) return outcome
    usable = false
    parts.warn(`Configurations are read on the gateway's own thread, and may hold it up: ${outcome.reason}.`)
    return null
  }

  async function edit(text: string, edits: readonly TextEdit[]): Promise<string> {
    const outcome = await askThread({ kind: 'edit', text, edits })
    if (outcome === null) return editText(text, edits)
    if (outcome.kind === 'edited') return outcome.text
    throw new Uneditable(
      outcome.kind === 'uneditable'
        ? outcome.message
        : 'Writing this change took too long or too much memory, so nothing was changed. Change fewer things at a time.',
    )
  }

  async function load(request: LoadRequest): Promise<ComparedLoad> {
    const outcome = await askThread({ kind: 'load', request })
    if (outcome === null) return await loadCompared(request)
    if (outcome.kind === 'whole') return outcome.value as ComparedLoad
    if (outcome.kind === 'slow') {
      const message = `Reading and checking this took longer than ${longestSeconds} seconds, so it is not used. Make it smaller, or save it again if the computer was busy.`
      return refused(request.path, outcome.files, message)
    }
    if (outcome.kind === 'ended')
      return refused(
        request.path,
        outcome.files,
        `This could not be read and checked to the end: ${outcome.reason}.`,
      )
    throw new GatewayError('INTERNAL', 'The thread has answered something that was not asked.')
  }

  async function written<Asked extends keyof WrittenAnswers>(
    request: WrittenRequest<Asked>,
  ): Promise<WrittenAnswers[Asked]> {
    const isSmall = Object.values(request.texts).reduce((sum, { length }) => sum + length, 0) <= READ_HERE
    const outcome = isSmall ? null : await askThread({ kind: 'written', request })
    if (outcome === null) return (await readHere(request)) as unknown as WrittenAnswers[Asked]
    if (outcome.kind === 'whole') return outcome.value as WrittenAnswers[Asked]
    throw new GatewayError('INTERNAL', 'Reading the settings files took too long. Try again.')
  }

  return {
    load: (request) => inTurn(() => load(request)),
    written: (request) => inTurn(() => written(request)),
    edit: (text, edits) => inTurn(() => edit(text, edits)),
    async close() {
      closed = true
      if (idle !== null) clearTimeout(idle)
      await stop()
      // What was asked for before has its answer.
      await inTurn(async () => undefined)
    },
  }
}

function stopping(): GatewayError {
  return new GatewayError('INTERNAL', 'The configuration is not read: Countersign is stopping.')
}

function refused(path: string, files: string[], message: string): ComparedLoad {
  return {
    configuration: null,
    problems: [{ severity: 'error', file: path, line: 1, column: 1, at: '', message }],
    files: [...new Set([path, ...files])],
    texts: {},
    declared: {},
    difference: null,
  }
}
