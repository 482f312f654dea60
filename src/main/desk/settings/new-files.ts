/** Files that people make at the desk, where none was: each is in the log, and only where it has come to be there. */
import { access } from 'node:fs/promises'
import type { Gateway } from '../../gateway.ts'

export type NewFiles = Pick<ReturnType<Gateway['outside']>, 'during'>

export function keepNewFiles({ outside, readOnly }: Pick<Gateway, 'outside' | 'readOnly'>): NewFiles {
  const acts = outside('file', {
    look: (path) =>
      access(path).then(
        () => 'there',
        () => 'missing',
      ),
  })
  // Of a database that can only be read a backup is wanted all the more.
  if (readOnly !== null) return { during: (_path, _event, act) => act() }
  void acts.begin()
  return acts
}
