/** Changes of the configuration that the desk writes for a person (R2.2, R2.8). */
import type { ConfigurationEdit } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { JsonValue } from '../../model/json.ts'
import { visibleText } from '../../workflow/wording/quote.ts'
import { readKey } from '../activity/attention-handlers.ts'
import { missedWords, wordsEdits } from '../catalog/words-edits.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { requireWritable } from '../lab/judged-handlers.ts'
import { changeAs } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'

type Edits = Parameters<Gateway['editor']['preview']>[0]

/** Which values of the document an edit sets. */
export type EditsOf = (edit: ConfigurationEdit) => Promise<Edits>

export function createConfigurationHandlers(
  { gateway }: Pick<DeskOptions, 'gateway'>,
  seats: Pick<Seats, 'seatOf'>,
): Pick<Handlers, 'configuration.preview' | 'configuration.save' | 'configuration.undo'> {
  const editsOf: EditsOf = async (edit) => {
    switch (edit.kind) {
      case 'approvals':
        return approvalEdits(edit)
      case 'person':
        return personEdits(gateway, edit)
      case 'removePerson': {
        requireName(edit.name)
        const { people } = gateway.configuration()
        if (!Object.hasOwn(people, edit.name))
          throw new DeskFault('NOT_FOUND', `The configuration declares nobody named ‘${edit.name}’.`)
        return [{ path: ['people', edit.name], value: undefined }]
      }
      case 'suggestion': {
        const edits = await gateway.experience.edits(readKey(edit.gate), edit.until)
        if (edits.length === 0)
          throw new DeskFault('NOT_FOUND', 'Experience suggests nothing for this any more.')
        return edits
      }
      case 'words':
        return await wordsEdits(gateway, edit.words)
    }
  }
  return {
    async 'configuration.preview'(_, { edit }) {
      const result = await gateway.editor.preview(await editsOf(edit))
      if (result.kind === 'impossible') throw new DeskFault('REJECTED', result.message)
      const { file, patch, weaker, risk, problems, hash, configuration } = result.edited
      const own = problems
        .filter(({ severity }) => severity === 'error')
        .map(({ line, column, message }) => ({ line, column, message }))
      const missed = configuration === null ? null : missedBy(edit, configuration)
      return {
        file,
        patch,
        weaker: weaker.map(visibleText),
        risk: risk === null ? null : { ...risk, reason: visibleText(risk.reason) },
        problems: missed === null ? own : [...own, { line: 1, column: 1, message: missed }],
        hash,
      }
    },
    async 'configuration.save'(session, { edit, hash }) {
      // Who changed what could not be recorded, nor that it was accepted.
      requireWritable(gateway)
      const edits = await editsOf(edit)
      const seen = await gateway.editor.preview(edits)
      if (seen.kind === 'impossible') throw new DeskFault('REJECTED', seen.message)
      if (seen.edited.hash !== hash) throw moved()
      return await changeAs({ gateway, seats }, session, seen.edited.risk, async (who) => {
        const result = await gateway.editor.save(edits, hash, who.id)
        if (result.kind === 'impossible') throw new DeskFault('REJECTED', result.message)
        if (result.kind === 'moved') throw moved()
        return { undo: result.undo }
      })
    },
    async 'configuration.undo'(session, { undo }) {
      requireWritable(gateway)
      const risk = await gateway.editor.riskOfUndo(undo)
      return await changeAs({ gateway, seats }, session, risk, async (who) => {
        const result = await gateway.editor.undo(undo, who.id)
        switch (result.kind) {
          case 'impossible':
            throw new DeskFault('REJECTED', result.message)
          case 'moved':
            throw new DeskFault('SEEN_CHANGED', 'The file was changed since. Nothing was put back.')
          case 'not_found':
            throw new DeskFault('NOT_FOUND', 'This change was put back already, or is too long ago.')
          case 'undone':
            return { file: result.file }
        }
      })
    },
  }
}

const APPROVALS = ['timeoutMs', 'holdMs', 'undoMs', 'proof'] as const

function approvalEdits(edit: Extract<ConfigurationEdit, { kind: 'approvals' }>): Edits {
  return APPROVALS.flatMap((name) => {
    const value: JsonValue | undefined = edit[name]
    return value === undefined ? [] : [{ path: ['approvals', name], value }]
  })
}

function personEdits(
  gateway: Pick<Gateway, 'configuration'>,
  { name, roles, permissions }: Extract<ConfigurationEdit, { kind: 'person' }>,
): Edits {
  requireName(name)
  const { people } = gateway.configuration()
  const before = Object.hasOwn(people, name) ? people[name] : undefined
  // Where nothing changes, its spelling stays too.
  if (before !== undefined && areSame(before.roles, roles) && areSame(before.permissions, permissions))
    return []
  const value = {
    ...(roles.length > 0 ? { roles } : {}),
    ...(permissions.length > 0 ? { permissions } : {}),
  }
  return [{ path: ['people', name], value }]
}

function areSame(one: string[], other: string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Two files may both declare a thing: maps merge, and lists are joined. */
function missedBy(edit: ConfigurationEdit, after: ReturnType<Gateway['configuration']>): string | null {
  if (edit.kind === 'words') return missedWords(after, edit.words)
  const { people } = after
  if (edit.kind !== 'person' && edit.kind !== 'removePerson') return null
  const is = Object.hasOwn(people, edit.name) ? people[edit.name] : undefined
  const isMet =
    edit.kind === 'removePerson'
      ? is === undefined
      : is !== undefined && areSame(is.roles, edit.roles) && areSame(is.permissions, edit.permissions)
  return isMet
    ? null
    : `‘${edit.name}’ stands in more than one file, which are put together. Change the others by hand.`
}

function requireName(name: string): void {
  if (name.trim() === '' || name.length > 200 || name === '__proto__')
    throw new DeskFault('INVALID_REQUEST', 'A person needs a name.')
}

function moved(): DeskFault {
  return new DeskFault(
    'SEEN_CHANGED',
    'The file has changed since you saw this. Nothing was saved; look again.',
  )
}
