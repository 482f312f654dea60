/**
 * Tools as a person has accepted them, against what their servers say now (R5.3). The pins are also the cache: at
 * start, before any server has answered, they are what is callable. Pure.
 */
import { declaredHash } from '../../config/hash.ts'
import type { ImportedTool } from '../../connections/connection.ts'
import type { Connection } from '../../model/configuration.ts'

export interface Pins {
  /** Of how the connection was reached when they were taken: another server has other tools. */
  identity: string
  tools: ImportedTool[]
}

/** Under which key a connection's pins are kept. */
export function settingOf(connection: string): string {
  return `pins:${connection}`
}

/** A tool that its server describes otherwise than it was pinned, or that is new since. */
export interface ToolChange {
  connection: string
  tool: string
  before: ImportedTool | null
  after: ImportedTool
  /** Of `after`. */
  hash: string
}

export interface ToolVerdict {
  /** Offered, and exactly as pinned; in the server's order. */
  usable: ImportedTool[]
  changed: Map<string, ToolChange>
}

export function judgeTools(connection: string, pins: Pins, offered: ImportedTool[]): ToolVerdict {
  const pinned = new Map(pins.tools.map((tool) => [tool.name, tool]))
  const usable: ImportedTool[] = []
  const changed = new Map<string, ToolChange>()
  for (const tool of offered) {
    const before = pinned.get(tool.name) ?? null
    const hash = toolHash(tool)
    if (before !== null && toolHash(before) === hash) usable.push(before)
    else changed.set(tool.name, { connection, tool: tool.name, before, after: tool, hash })
  }
  return { usable, changed }
}

/** The pins with this tool as it is now; everything else as it was. */
export function withPin(pins: Pins, tool: ImportedTool): Pins {
  const known = pins.tools.some(({ name }) => name === tool.name)
  const tools = pins.tools.map((each) => (each.name === tool.name ? tool : each))
  return { ...pins, tools: known ? tools : [...tools, tool] }
}

/**
 * Title, gate and limits do not change which server it is, nor does being disabled, nor how far its process is locked in:
 * whoever only asks for more accepts no tool by that.
 */
export function fingerprintOf(connection: Connection): string {
  const { title: _title, gate: _gate, limits: _limits, disabled: _disabled, ...rest } = connection
  const { sandbox: _sandbox, ...way } = { sandbox: undefined, ...rest }
  return declaredHash(way)
}

/** The pins, if they are of this server. An earlier version counted the sandbox as part of which one it is. */
export function pinsFor(connection: Connection, kept: Pins): Pins | null {
  const { title: _title, gate: _gate, limits: _limits, disabled: _disabled, ...way } = connection
  const identity = fingerprintOf(connection)
  return [identity, declaredHash(way)].includes(kept.identity) ? { ...kept, identity } : null
}

/** A definition that stays the same object is hashed once. */
const hashes = new WeakMap<ImportedTool, string>()

/** Of all that its server says of it. */
export function toolHash(tool: ImportedTool): string {
  const known = hashes.get(tool)
  if (known !== undefined) return known
  const hash = declaredHash(tool)
  hashes.set(tool, hash)
  return hash
}
