/**
 * Which tools of the connections can be used: those that are described as they were accepted (R5.3). What differs
 * waits for a person, one item a tool.
 */

import { compareTexts } from '../../config/reload/difference.ts'
import type { ImportedTool } from '../../connections/connection.ts'
import type { ConnectionPool } from '../../connections/pool.ts'
import { importCapabilities } from '../../connections/tools/import.ts'
import type { Configuration } from '../../model/configuration.ts'
import { takeTurns } from '../../model/in-turn.ts'
import { type JsonObject, ownOf } from '../../model/json.ts'
import type { ItemAsking } from '../../runtime/items/item-handler.ts'
import type { Store } from '../../runtime/ports.ts'
import { calledTools } from '../../workflow/executors/called-tools.ts'
import { confirmedReadOnly } from '../../workflow/gates/tool-settings.ts'
import {
  fingerprintOf,
  judgeTools,
  type Pins,
  pinsFor,
  settingOf,
  type ToolChange,
  type ToolVerdict,
  toolHash,
  withPin,
} from './pins.ts'

export interface Tools {
  /** Known before any server has answered. */
  cached(connection: string): ImportedTool[]
  /** As accepted, and still offered. */
  usable(connection: string): ImportedTool[]
  isChanged(connection: string, tool: string): boolean
  /** The server runs, has said which tools it has, and this is none of them. */
  isUnlisted(connection: string, tool: string): boolean
  /** Of the tool as it was accepted; null: it was not. */
  acceptedHash(connection: string, tool: string): string | null
  /** What an accepted tool must be given. */
  requiredArguments(connection: string, tool: string): string[]
  /** The tool that would be this capability, once a person accepts it; null: there is none. */
  waitingFor(capability: string): { connection: string; tool: string } | null
  /** Takes in what the connection offers now; whether that changed what can be used. */
  look(connection: string): boolean
  /** Brings the items and the audit log up to date; resolves when that is written, and says whether an item is another. */
  settle(connection: string): Promise<boolean>
  /** Takes back what is still asked about servers that are not there any more. */
  settleGone(): Promise<void>
  /** Asks about what was refused, too: a person may change their mind. */
  askAgain(connection: string): Promise<void>
  /** Whether it is still this that waits. */
  isWaiting(change: Pick<ToolChange, 'connection' | 'tool' | 'hash'>): boolean
  /** Pins the tool as the person saw it; nothing happens where that is done. */
  accept(change: Pick<ToolChange, 'connection' | 'after'>): Promise<void>
}

export interface ToolsParts {
  store: Pick<Store, 'settings' | 'saveSettings' | 'readOnly'>
  pool(): ConnectionPool
  configuration(): Configuration
  asking: ItemAsking<'tool_change'>
}

const GONE = 'Its server is not in the settings file any more, or is called otherwise.'
const OTHERWISE = 'Its server describes the tool otherwise now, or as it did before.'
const NOTHING: ToolVerdict = { usable: [], changed: new Map() }

export async function keepTools(parts: ToolsParts): Promise<Tools> {
  const { store, asking } = parts
  const pins = new Map<string, Pins>()
  const judged = new Map<string, ToolVerdict>()
  /** With the names under which they were kept before. */
  const unsaved = new Map<string, string[]>()
  /** Keys of changes that nobody has accepted: they wait, or were refused. */
  const open = new Set(await asking.unaccepted())
  const inTurn = takeTurns()

  /** Null: none, or of another server that had this name. One that is only called otherwise takes its pins along. */
  const pinsOf = (name: string): Pins | null => {
    const connection = declared(name)
    if (connection === null) return null
    const kept = pins.get(name)
    const own = kept === undefined ? null : pinsFor(connection, kept)
    if (own !== null) return own
    for (const [former, before] of pins) {
      if (declared(former) !== null || pinsFor({ ...connection, name: former }, before) === null) continue
      const moved = { ...before, identity: fingerprintOf(connection) }
      pins.delete(former)
      pins.set(name, moved)
      unsaved.set(name, [...(unsaved.get(name) ?? []), former])
      return moved
    }
    return null
  }
  const declared = (name: string) => {
    const { connections } = parts.configuration()
    const connection = ownOf(connections, name)
    return connection?.kind === 'mcp' ? connection : null
  }
  const isDisabled = (name: string) => parts.configuration().connections[name]?.disabled === true
  const judge = (name: string): ToolVerdict => judged.get(name) ?? NOTHING
  const save = (name: string, kept: Pins, former: readonly string[] = []) =>
    store.saveSettings([
      { key: settingOf(name), value: { ...kept } as unknown as JsonObject },
      ...former.filter((each) => !pins.has(each)).map((each) => ({ key: settingOf(each), value: null })),
    ])

  for (const { key, value } of await store.settings(settingOf('')))
    pins.set(key.slice(settingOf('').length), value as unknown as Pins)
  for (const name of Object.keys(parts.configuration().connections)) {
    const kept = pins.get(name)
    const own = pinsOf(name)
    if (own === null && kept === undefined) continue
    if (own !== null && own.identity !== kept?.identity) {
      pins.set(name, own)
      unsaved.set(name, unsaved.get(name) ?? [])
    }
    judged.set(name, { usable: own?.tools ?? [], changed: new Map() })
  }

  /** But what waits of them or was refused: that stays as it was accepted before, or is not there. */
  const withoutOpen = (name: string, before: ImportedTool[], offered: ImportedTool[]): ImportedTool[] => {
    const { changed } = judgeTools(name, { identity: '', tools: [] }, offered)
    const isOpen = (tool: ImportedTool) => {
      const change = changed.get(tool.name)
      return change !== undefined && open.has(keyOf(change))
    }
    return offered.flatMap((tool) =>
      isOpen(tool) ? (before.find((known) => known.name === tool.name) ?? []) : [tool],
    )
  }

  const look = (name: string): boolean => {
    const before = judge(name).usable
    const state = parts.pool().state(name)
    const connection = declared(name)
    if (state === null || connection === null) {
      judged.delete(name)
      return before.length > 0
    }
    let kept = pinsOf(name)
    if (kept === null && state.health === 'healthy') {
      // The first list of a connection is accepted with the configuration that names it.
      const before = pins.get(name)?.tools ?? []
      const accepted = withoutOpen(name, before, state.tools)
      kept = { identity: fingerprintOf(connection), tools: accepted }
      pins.set(name, kept)
      unsaved.set(name, [])
    }
    const now = kept === null ? NOTHING : judgeTools(name, kept, state.tools)
    for (const change of now.changed.values()) open.add(keyOf(change))
    judged.set(name, now)
    return before.length !== now.usable.length || before.some((tool, index) => tool !== now.usable[index])
  }

  const settle = async (name: string, again = false) => {
    const kept = pinsOf(name)
    const isGone = declared(name) === null
    if ((kept === null && !isGone) || store.readOnly !== null) return false
    let isOther = false
    const former = unsaved.get(name)
    if (kept !== null && former !== undefined) {
      unsaved.delete(name)
      await save(name, kept, former).catch((fault: unknown) => {
        unsaved.set(name, [...former, ...(unsaved.get(name) ?? [])])
        throw fault
      })
    }
    const used = [...judge(name).changed.values()].filter(
      ({ tool }) => usesOf(parts.configuration(), name, tool).length > 0,
    )
    const keys = new Set(used.map(keyOf))
    for (const { key, subject } of await asking.pending()) {
      if (subject.connection !== name || keys.has(key)) continue
      await asking.withdraw(key, isGone ? GONE : isDisabled(name) ? 'Its server is disabled.' : OTHERWISE)
      isOther = true
    }
    for (const change of used) isOther = (await raise(change, again)) || isOther
    return isOther
  }

  /** Whether a person is asked now who was not. */
  const raise = async (change: ToolChange, again: boolean): Promise<boolean> => {
    const key = keyOf(change)
    const { connection, tool, before, after, hash } = change
    const last = await asking.latest(key)
    if (last?.status === 'pending' || (last?.status === 'refused' && !again)) return false
    const uses = usesOf(parts.configuration(), connection, tool)
    const texts = [before, after].map((each) => ({
      [tool]: each === null ? '' : JSON.stringify(each, null, 2),
    }))
    const asJson = (described: ImportedTool) => described as unknown as JsonObject
    const subject = {
      ...{ connection, tool, hash, uses },
      before: before === null ? null : asJson(before),
      after: asJson(after),
      weaker: [
        ...trustGained(before, after),
        ...trustKept(confirmedReadOnly(parts.configuration().imports, connection, tool)),
      ],
      changes: [`It is used by ${uses.map((id) => `‘${id}’`).join(', ')}.`],
      files: compareTexts(texts[0] ?? {}, texts[1] ?? {}),
    }
    const payload = { connection, tool, change: before === null ? 'new' : 'changed', hash } as const
    const tells = { eventType: 'capability.changed', payload } as const
    const item = await asking.ask(key, subject, { client: connection, tells })
    return item?.status === 'pending'
  }

  return {
    cached: (name) => pinsOf(name)?.tools ?? [],
    usable: (name) => (isDisabled(name) ? [] : judge(name).usable),
    isChanged: (connection, tool) => judge(connection).changed.has(tool),
    isUnlisted(connection, tool) {
      const state = parts.pool().state(connection)
      return (
        state?.health === 'healthy' &&
        ![...state.tools, ...state.refused.map(({ tool: name }) => ({ name }))].some(
          ({ name }) => name === tool,
        )
      )
    },
    acceptedHash(connection, tool) {
      const accepted = pins.get(connection)?.tools.find(({ name }) => name === tool)
      return accepted === undefined ? null : toolHash(accepted)
    },
    requiredArguments(connection, tool) {
      const { required } = judge(connection).usable.find(({ name }) => name === tool)?.inputSchema ?? {}
      return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
    },
    waitingFor(capability) {
      for (const rule of parts.configuration().imports) {
        if (isDisabled(rule.connection)) continue
        for (const { connection, tool } of judge(rule.connection).changed.values()) {
          const [imported] = importCapabilities([rule], () => [{ name: tool }]).capabilities
          if (imported?.id === capability) return { connection, tool }
        }
      }
      return null
    },
    look,
    settle: (name) => inTurn(() => settle(name)),
    settleGone: () =>
      inTurn(async () => {
        const asked = new Set((await asking.pending()).map(({ subject }) => String(subject.connection)))
        for (const name of asked) if (declared(name) === null) await settle(name)
      }),
    askAgain: (name) =>
      inTurn(async () => {
        await settle(name, true)
      }),
    isWaiting: ({ connection, tool, hash }) => judge(connection).changed.get(tool)?.hash === hash,
    accept: ({ connection, after }) =>
      inTurn(async () => {
        const kept = pinsOf(connection)
        if (kept === null) return
        const next = withPin(kept, after)
        await save(connection, next)
        pins.set(connection, next)
        const [change] = judgeTools(connection, { identity: '', tools: [] }, [after]).changed.values()
        if (change !== undefined) open.delete(keyOf(change))
      }),
  }
}

/** Hints are claims: what a tool claims now and did not before, somebody has to believe. */
function trustGained(before: ImportedTool | null, after: ImportedTool): string[] {
  const [was, is] = [before?.annotations, after.annotations]
  return [
    ...(is?.readOnlyHint === true && was?.readOnlyHint !== true
      ? [
          'Its server says that it changes nothing. Accepted, it runs unasked where only tools that change something are asked about.',
        ]
      : []),
    ...(was?.destructiveHint === true && is?.destructiveHint !== true
      ? ['Its server does not say any more that it destroys something.']
      : []),
  ]
}

/** A person's word was about the tool as it was. */
function trustKept(confirmed: boolean | undefined): string[] {
  return confirmed === true
    ? [
        'A person has confirmed that it only reads (‘toolReadOnly’). Accepted, that counts for what it is now as well.',
      ]
    : []
}

function keyOf({ connection, tool, hash }: Pick<ToolChange, 'connection' | 'tool' | 'hash'>): string {
  return `tool:${JSON.stringify([connection, tool])}:${hash}`
}

// Who would notice a tool: the capabilities that import it, and the workflows that call it.

/** Ids of capabilities and workflows; empty if nothing could reach the tool. */
function usesOf(configuration: Configuration, connection: string, tool: string): string[] {
  const rules = configuration.imports.filter((rule) => rule.connection === connection)
  const imported = importCapabilities(rules, () => [{ name: tool }]).capabilities
  const declared = [
    ...configuration.capabilities.map((capability) => ({ id: capability.id, declaration: capability })),
    ...Object.entries(configuration.workflows).map(([id, declaration]) => ({ id, declaration })),
  ]
  const calling = declared.filter(({ declaration }) => calledTools(declaration, connection).includes(tool))
  return [...new Set([...imported, ...calling].map(({ id }) => id))]
}
