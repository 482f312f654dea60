/** `${…}` stands in connections only (R2.6): elsewhere it would look filled in and not be. */

import { descend, scalarsIn } from '../read/tree.ts'
import { hasVariable } from '../read/variables.ts'
import type { Subject } from './subject.ts'

export function checkVariablesElsewhere(subject: Subject): void {
  for (const section of Object.keys(subject.document)) {
    // What stands under `x-…` counts where an alias repeats it.
    const counts = section !== 'connections' && section !== '$schema' && !section.startsWith('x-')
    const tree = counts ? descend(subject.tree, [section]) : undefined
    if (!tree) continue
    for (const { path, tree: scalar } of scalarsIn(tree, [section])) {
      if (typeof scalar.value !== 'string' || !hasVariable(scalar.value)) continue
      subject.findings.error(
        path,
        `Variables (‘\${…}’) are filled in only under ‘connections’. Put the value there, or write ‘$\${’ for these characters.`,
      )
    }
  }
}
