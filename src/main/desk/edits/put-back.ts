/** A saved change of the settings is put back, or a person is told who was there before. */
import type { Gateway } from '../../gateway.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { subject } from '../events/words.ts'
import { DeskFault } from '../fault.ts'

/**
 * @returns the file
 * @throws DeskFault REJECTED, SEEN_CHANGED, NOT_FOUND
 */
export async function putBackSaved(
  { editor }: Pick<Gateway, 'editor'>,
  undo: string,
  who: HumanPrincipal,
): Promise<string> {
  const result = await editor.undo(undo, who.id)
  switch (result.kind) {
    case 'undone':
      return result.file
    case 'impossible':
      throw new DeskFault('REJECTED', result.message)
    case 'moved': {
      const { by } = result
      const since =
        by === null
          ? 'The settings file was changed since.'
          : `${nameOf(by, who)} changed the settings file since.`
      throw new DeskFault('SEEN_CHANGED', `${since} Nothing was put back.`)
    }
    case 'already':
      throw alreadyPutBack(result.by, who)
    case 'not_found':
      throw new DeskFault('NOT_FOUND', 'This change is too long ago. It cannot be put back from here.')
  }
}

/** Before what belongs to the change is looked for: that is gone with it. @throws DeskFault NOT_FOUND */
export async function requireNotPutBack(
  { editor }: Pick<Gateway, 'editor'>,
  undo: string,
  who: HumanPrincipal,
): Promise<void> {
  const by = await editor.undoneBy(undo)
  if (by !== null) throw alreadyPutBack(by, who)
}

function alreadyPutBack(by: string, who: HumanPrincipal): DeskFault {
  return new DeskFault('NOT_FOUND', `${nameOf(by, who)} put this change back already.`)
}

function nameOf(by: string, who: HumanPrincipal): string {
  return by === who.id ? 'You' : subject(by)
}
