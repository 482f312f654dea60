/** `~` and variables in a place: a shell would make a folder of it, and nothing here is read by a shell. */
import { descend, scalarsIn } from '../read/tree.ts'
import { HOME } from './inherited.ts'
import type { Subject } from './subject.ts'

/** Also `~name`, `$NAME` and `%NAME%`. */
const PLACE = /^(?:~[\w.-]*|\$\w+|%\w+%)(?=[/\\]|$)/

export function checkHome({ tree, document, findings }: Subject): void {
  for (const path of [
    ['audit', 'path'],
    ['store', 'path'],
  ]) {
    const place = descend(tree, path)
    const [scalar] = place === null || place === undefined ? [] : scalarsIn(place, path)
    const value = scalar?.tree.value
    const [name] = typeof value === 'string' ? (PLACE.exec(value) ?? []) : []
    if (name !== undefined)
      findings.error(
        path,
        `‘${value}’ would be a folder with the name ‘${name}’: no shell reads this. Write the whole path, or one from the folder of this file.`,
      )
  }
  for (const name of Object.keys(document.connections ?? {})) {
    const path = ['connections', name]
    const connection = descend(tree, path)
    if (connection === null || connection === undefined) continue
    for (const scalar of scalarsIn(connection, path)) {
      const { value } = scalar.tree
      if (typeof value === 'string' && HOME.test(value))
        findings.warning(
          scalar.path,
          `‘${value}’ is given as it stands: no shell makes a home folder of ‘~’. Write \${HOME}${value.slice(1)}.`,
        )
    }
  }
}
