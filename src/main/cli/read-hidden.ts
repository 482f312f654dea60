/** A value from standard input: all of a pipe, or one line of a terminal, which does not show it. */
import type { ReadStream } from 'node:tty'

/** Without the line break at its end. @throws Error with a sentence if the terminal is closed instead */
export async function readHidden(prompt: string): Promise<string> {
  const input = process.stdin
  if (!input.isTTY) {
    let text = ''
    for await (const piece of input.setEncoding('utf8')) text += piece
    return text.replace(/\r?\n$/, '')
  }
  process.stderr.write(prompt)
  return readLine(input)
}

const END_OF_LINE: ReadonlySet<string> = new Set(['\r', '\n'])
const BACKSPACE: ReadonlySet<string> = new Set(['\u0008', '\u007f'])
/** Ctrl-C and Ctrl-D. */
const GIVE_UP: ReadonlySet<string> = new Set(['\u0003', '\u0004'])

function readLine(input: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const finish = (settle: () => void) => {
      input.setRawMode(false)
      input.off('data', take)
      input.pause()
      process.stderr.write('\n')
      settle()
    }
    const take = (piece: Buffer | string) => {
      for (const character of piece.toString()) {
        if (END_OF_LINE.has(character)) return finish(() => resolve(text))
        if (GIVE_UP.has(character)) return finish(() => reject(new Error('Nothing was stored.')))
        text = BACKSPACE.has(character) ? text.slice(0, -1) : text + character
      }
    }
    input.setRawMode(true)
    input.setEncoding('utf8')
    input.on('data', take)
    input.resume()
  })
}
