/** Newer versions of a pinned server: looked for by a press, changed as any other change of the configuration. */

import { isDeepStrictEqual } from 'node:util'
import type { PinnedPackage, ToolsDifference } from '../../../../preload/contract.ts'
import type { Gateway } from '../../../gateway.ts'
import type { JsonObject } from '../../../model/json.ts'
import { compareSchemas } from '../../catalog/schema-changes.ts'
import type { DeskOptions } from '../../desk-options.ts'
import type { HandlersOf } from '../../dispatch.ts'
import { DeskFault } from '../../fault.ts'
import { author } from '../../items/kind.ts'
import { findVersions, newerThan, sourceOf } from './package-versions.ts'
import { findPin, type Pin, withVersion } from './pinned-package.ts'

export function createVersionHandlers({
  gateway,
  home,
}: Pick<DeskOptions, 'gateway' | 'home'>): HandlersOf<'versions'> {
  async function declared(
    name: string,
  ): Promise<{ connection: JsonObject; args: string[]; pin: Pin | null }> {
    const connection = await gateway.servers.edits.shown(name)
    if (connection === null) throw new DeskFault('NOT_FOUND', `There is no server ‘${name}’.`)
    const { command } = connection
    const args = Array.isArray(connection.args) ? connection.args.map(String) : []
    return { connection, args, pin: typeof command === 'string' ? findPin(command, args) : null }
  }

  async function requirePin(name: string) {
    const found = await declared(name)
    if (found.pin === null)
      throw new DeskFault('REJECTED', `The server ‘${name}’ is not pinned to a version of a package.`)
    return { ...found, pin: found.pin }
  }

  async function view(pin: Pin): Promise<PinnedPackage> {
    const { address } = await sourceOf(pin, home)
    return { kind: pin.kind, package: pin.package, version: pin.version, address }
  }

  return {
    async 'versions.pinned'(_, { name }) {
      const { pin } = await declared(name)
      return { pinned: pin === null ? null : await view(pin) }
    },
    async 'versions.look'(_, { name }) {
      const { pin } = await requirePin(name)
      const found = await findVersions(pin, await sourceOf(pin, home))
      return { pinned: await view(pin), latest: found.latest, newer: newerThan(pin.version, found) }
    },
    async 'versions.change'(_, { name, version }) {
      const { connection, args, pin } = await requirePin(name)
      if (!/^v?\d[\w.+!-]*$/.test(version))
        throw new DeskFault('INVALID_REQUEST', 'A version begins with a number, such as 1.2.3.')
      return { from: connection, connection: { ...connection, args: withVersion(args, pin, version) } }
    },
    async 'versions.difference'(_, { name, trial }) {
      const state = gateway.connections.state(name)
      if (state === null) throw new DeskFault('NOT_FOUND', `There is no server ‘${name}’.`)
      const tools = gateway.servers.toolsOf(trial)
      if (tools === null) throw new DeskFault('NOT_FOUND', 'This trial is over, and nothing is kept of it.')
      return compareTools(state.tools, tools)
    },
  }
}

type Tool = NonNullable<ReturnType<Gateway['connections']['state']>>['tools'][number]

/** What another version of a server offers, against what it offers now, tool by tool. */
function compareTools(before: readonly Tool[], after: readonly Tool[]): ToolsDifference {
  const known = new Map(before.map((tool) => [tool.name, tool]))
  const names = new Set(after.map(({ name }) => name))
  const changed: ToolsDifference['changed'] = []
  const added: ToolsDifference['added'] = []
  let same = 0
  for (const tool of after) {
    const was = known.get(tool.name)
    if (was === undefined) {
      const { name, description, annotations } = tool
      added.push({
        tool: name,
        description: description ?? null,
        readOnly: annotations?.readOnlyHint ?? null,
      })
    } else if (isDeepStrictEqual(was, tool)) same += 1
    else changed.push(describe(was, tool))
  }
  return { added, gone: before.filter(({ name }) => !names.has(name)).map(({ name }) => name), changed, same }
}

function describe(before: Tool, after: Tool): ToolsDifference['changed'][number] {
  const [was, is] = [before.description ?? '', after.description ?? '']
  const changes = compareSchemas(before.inputSchema, after.inputSchema)
  const [wrote, writes] = [before, after].map(({ annotations }) => annotations?.readOnlyHint !== true)
  if (wrote !== writes)
    changes.unshift([
      author(writes ? 'It no longer says that it only reads.' : 'It now says that it only reads.'),
    ])
  if (changes.length === 0 && was === is) changes.push([author('It is described otherwise in small things.')])
  return { tool: after.name, changes, description: was === is ? null : { before: was, after: is } }
}
