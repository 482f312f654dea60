/** The gateway's log: JSON lines on standard error, without the values of secrets. */
import { pino } from 'pino'
import type { Log } from '../gateway.ts'

export interface ProcessLog extends Log {
  /** From now on these are replaced in every line. */
  redactWith(redact: (text: string) => string): void
}

export function createLog(level: 'info' | 'warn'): ProcessLog {
  let redact = (text: string) => text
  const stream = {
    write(line: string) {
      process.stderr.write(redact(line))
    },
  }
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
  return {
    info: (detail, message) => logger.info(detail, message),
    warn: (detail, message) => logger.warn(detail, message),
    error: (detail, message) => logger.error(detail, message),
    redactWith(next) {
      redact = next
    },
  }
}
