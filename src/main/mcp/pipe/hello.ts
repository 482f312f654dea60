/**
 * The first line each way on the gateway's socket: who comes, with what token, and whether that is all right.
 * After it the socket carries MCP's JSON lines, or is closed again for a control call. Pipe and gateway may be of
 * different versions: `bridge` grows when these lines change.
 */
import type { Socket } from 'node:net'
import type { ToolNameStyle } from '../../model/configuration.ts'

export const BRIDGE = 1

/** `status` asks for nothing, `handover` for the data folder, `open` for the desk to come to the front. */
export type Control = 'status' | 'handover' | 'open'

export interface Hello {
  bridge: number
  /** Version of Countersign that the caller is. */
  countersign: string
  token: string
  control: Control | null
  /** What `--client` and `--names` say. */
  client: string | null
  names: ToolNameStyle | null
  /** Absolute path of the configuration that the caller was told to use, if it was. */
  configuration: string | null
}

export type HelloAnswer =
  | { ok: true; countersign: string; startedBy: StartedBy; pid: number }
  | { ok: false; countersign: string; reason: string }

/** Who started the gateway: the desktop app, a person's `serve`, or a pipe that found none. */
export type StartedBy = 'app' | 'serve' | 'pipe'

const LONGEST_LINE = 64 * 1024

/**
 * The first line that arrives. What follows it is put back for the next reader; the socket is left paused.
 * @throws Error if none comes in time, or the line is too long.
 */
export function readFirstLine(socket: Socket, waitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const alarm = setTimeout(() => fail(new Error('The other end did not say hello in time.')), waitMs)
    socket.on('data', collect)
    socket.once('error', fail)
    socket.once('close', gone)

    function collect(chunk: Buffer): void {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf(0x0a)
      if (end < 0) {
        if (received.length > LONGEST_LINE) fail(new Error('The first line is too long.'))
        return
      }
      leave()
      socket.pause()
      const rest = received.subarray(end + 1)
      if (rest.length > 0) socket.unshift(rest)
      resolve(received.subarray(0, end).toString('utf8'))
    }
    function gone(): void {
      fail(new Error('The connection was closed.'))
    }
    function fail(error: Error): void {
      leave()
      reject(error)
    }
    function leave(): void {
      clearTimeout(alarm)
      socket.off('data', collect)
      socket.off('error', fail)
      socket.off('close', gone)
    }
  })
}

/** Null if the line is not a hello. */
export function parseHello(line: string): Hello | null {
  const value = parse(line)
  if (typeof value.bridge !== 'number' || typeof value.countersign !== 'string') return null
  const names = value.names
  const control = value.control
  return {
    bridge: value.bridge,
    countersign: value.countersign,
    token: textOf(value.token) ?? '',
    control: control === 'status' || control === 'handover' || control === 'open' ? control : null,
    client: textOf(value.client),
    names: names === 'dots' || names === 'underscores' ? names : null,
    configuration: textOf(value.configuration),
  }
}

/** Null if the line is not an answer. */
export function parseHelloAnswer(line: string): HelloAnswer | null {
  const value = parse(line)
  return typeof value.ok === 'boolean' && typeof value.countersign === 'string'
    ? (value as unknown as HelloAnswer)
    : null
}

function parse(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
