/** What the set-up step found on this machine; tests read it and skip, with the reason, what cannot run. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The checkout. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** Downloads and builds of the tests live here, outside the checkout. */
export const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'countersign-tests')

export interface ElectronFound {
  executable: string
  /** For example `45.4.1`. */
  version: string
  /** `own`: the version that the product ships; `stand-in`: an older one, for tests only. */
  origin: 'own' | 'stand-in'
  /** A build of better-sqlite3 for this runtime; null where the shipped one fits. */
  sqlite: string | null
}

export interface Missing {
  what: 'chromium' | 'display' | 'electron'
  /** A sentence: what is missing and what would help. */
  why: string
}

export interface Found {
  chromium: string | null
  /** Path of Xvfb; null if a display is there already or none can be had. */
  xvfb: string | null
  electron: ElectronFound | null
  missing: Missing[]
}

const file = join(CACHE, `found-${createHash('sha256').update(ROOT).digest('hex').slice(0, 12)}.json`)

export function saveFound(found: Found): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
}

/** What the last set-up step found for this checkout; nothing at all if it never ran. */
export function readFound(): Found {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Found
  } catch {
    const why = 'The set-up step has not run; `npm test` runs it.'
    return {
      chromium: null,
      xvfb: null,
      electron: null,
      missing: [
        { what: 'chromium', why },
        { what: 'display', why },
        { what: 'electron', why },
      ],
    }
  }
}
