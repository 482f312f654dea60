/** What another version of a server offers, against what it offers now, tool by tool. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { SentencePart, ToolsDifference } from '../../../../preload/contract.ts'
import type { Gateway } from '../../../gateway.ts'
import { compareSchemas } from '../../catalog/schema-changes.ts'

type Tool = NonNullable<ReturnType<Gateway['connections']['state']>>['tools'][number]

export function compareTools(before: readonly Tool[], after: readonly Tool[]): ToolsDifference {
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
      say(writes ? 'It no longer says that it only reads.' : 'It now says that it only reads.'),
    ])
  if (changes.length === 0 && was === is) changes.push([say('It is described otherwise in small things.')])
  return { tool: after.name, changes, description: was === is ? null : { before: was, after: is } }
}

function say(text: string): SentencePart {
  return { kind: 'author', text }
}
