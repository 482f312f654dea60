/** A tool that is new, or that its server describes otherwise than it was accepted (R5.3). */
import type { InboxDetail } from '../../../preload/contract.ts'
import type { StoredSubject } from '../../model/item.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import { compareSchemas, listInputs } from '../catalog/schema-changes.ts'
import { approvalButtons, author, type ItemView, type Names, name, PLAIN, textOf } from './kind.ts'
import { NOTHING_CHANGES, subjectOutcomes } from './subject.ts'

type ToolView = NonNullable<NonNullable<InboxDetail['subject']>['tool']>

const HINTS: Record<string, [claims: string, silent: string]> = {
  readOnlyHint: ['that it only reads', 'that it can change things'],
  destructiveHint: ['that it may destroy something', 'that it destroys nothing'],
  idempotentHint: ['that calling it twice does no more than once', 'that each call counts'],
  openWorldHint: ['that it reaches the world outside', 'that it stays within its own system'],
}

const SILENT = 'nothing of the kind'

const BUTTONS = approvalButtons({ approve: 'Accept the tool', refuse: 'Leave it out' })
const RISK = {
  risk: 'medium',
  riskReason: 'Agents read the description, and may call what it describes.',
} as const

export const toolChange: ItemView<StoredSubject<'tool_change'>> = {
  ...PLAIN,
  title: ({ subject }) => textOf(subject.connection),
  sentence: ({ subject }) => [
    author('The server '),
    name(textOf(subject.connection)),
    author(subject.before === null ? ' offers a new tool: ' : ' describes a tool differently: '),
    name(textOf(subject.tool)),
  ],
  asked: () => 'to accept a tool that its server describes otherwise, or that is new',
  because: () => 'New and changed tools are used only after a person accepts them.',
  risk: () => RISK,
  outcomes: (item) =>
    subjectOutcomes('tool_change', item, BUTTONS, {
      approve: { sentence: 'Agents can find and call the tool as its server describes it now.', ...RISK },
      refuse: {
        sentence: 'The tool stays out of the catalog and cannot be called.',
        ...NOTHING_CHANGES,
      },
    }),
  buttons: BUTTONS,
  // What has changed of an accepted tool is shown on its card alone: a list would have it accepted unread.
  alike: ({ subject }, { isOpen }) =>
    isOpen && subject.before === null ? ['tool_change', subject.connection] : null,
  withdrawn: 'Withdrawn: the server describes the tool otherwise now, or as it did before.',
  subject(item, { gateway }) {
    const tool = describeToolChange(item, gateway)
    return tool === null ? {} : { tool, notes: [], files: [] }
  },
  said({ subject }) {
    const after = isJsonObject(subject.after) ? subject.after : {}
    const weaker = Array.isArray(subject.weaker) ? subject.weaker.map(String) : []
    return { description: typeof after.description === 'string' ? after.description : '', weaker }
  },
}

function describeToolChange({ subject }: StoredSubject<'tool_change'>, gateway: Names): ToolView | null {
  if (!isJsonObject(subject.after)) return null
  const before = isJsonObject(subject.before) ? subject.before : null
  const { after } = subject
  const uses = Array.isArray(subject.uses) ? subject.uses.filter((id) => typeof id === 'string') : []
  return {
    connection: typeof subject.connection === 'string' ? subject.connection : '',
    name: typeof subject.tool === 'string' ? subject.tool : '',
    isNew: before === null,
    words: wordsOf(before, after),
    changes:
      before === null
        ? listInputs(partOf(after.inputSchema))
        : [
            ...compareSchemas(partOf(before.inputSchema), partOf(after.inputSchema)),
            ...(JSON.stringify(before.outputSchema) === JSON.stringify(after.outputSchema)
              ? []
              : [[{ kind: 'author' as const, text: 'The form of its answer differs.' }]]),
          ],
    hints: hintsOf(before, after),
    uses: uses.map((id) => useOf(id, gateway)),
    before: before === null ? '' : JSON.stringify(before, null, 2),
    after: JSON.stringify(after, null, 2),
  }
}

/** What the server says of the tool and of its fields, where it says something else now. */
function wordsOf(before: JsonObject | null, after: JsonObject): ToolView['words'] {
  const found: ToolView['words'] = []
  const compare = (of: string[], was: JsonValue | undefined, is: JsonValue | undefined) => {
    const [old, now] = [textOf(was), textOf(is)]
    if (old !== now || (before === null && now !== '')) found.push({ of, before: old, after: now })
  }
  compare([], before?.description, after.description)
  if (before !== null || textOf(after.title) !== '') compare(['title'], before?.title, after.title)
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  for (const [name, part] of Object.entries(is)) {
    const old = ownOf(was, name)
    compare(['field', name], partOf(old)?.description, partOf(part)?.description)
  }
  return found
}

function hintsOf(before: JsonObject | null, after: JsonObject): string[] {
  const [was, is] = [partOf(before?.annotations) ?? {}, partOf(after.annotations) ?? {}]
  return Object.entries(HINTS).flatMap(([hint, [claims, silent]]) => {
    const say = (value: JsonValue | undefined) =>
      value === true ? claims : value === false ? silent : SILENT
    if (before === null) return is[hint] === undefined ? [] : [`Its server says ${say(is[hint])}.`]
    if (was[hint] === is[hint]) return []
    return [`Its server said ${say(was[hint])}; now it says ${say(is[hint])}.`]
  })
}

function useOf(id: string, { configuration, catalog }: Names): ToolView['uses'][number] {
  const { workflows } = configuration()
  if (Object.hasOwn(workflows, id)) return { id, kind: 'workflow', title: workflows[id]?.title ?? id }
  // The title of an imported capability is the server's own word: its id stands for it (R5.9).
  return { id, kind: 'capability', title: catalog.capability(id)?.id ?? id }
}

function fieldsOf(tool: JsonObject | null): JsonObject {
  return partOf(partOf(tool?.inputSchema)?.properties) ?? {}
}

function partOf(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}
