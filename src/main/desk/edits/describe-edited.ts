/** What a change of the configuration would write, as the window shows it. */
import type { EditPreview } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { visibleText } from '../../workflow/wording/quote.ts'

type EditResult = Awaited<ReturnType<Gateway['editor']['preview']>>

/** `missed`: why it would not be what was asked for. `named`: what else a person should know. */
export function describeEdited(
  { file, patch, weaker, risk, problems, hash }: Extract<EditResult, { kind: 'edited' }>['edited'],
  missed: string | null,
  named: readonly string[] = [],
): EditPreview {
  const own = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, message }) => ({ line, column, message }))
  return {
    file,
    patch,
    weaker: [...weaker, ...named].map(visibleText),
    risk: risk === null ? null : { ...risk, reason: visibleText(risk.reason) },
    problems: missed === null ? own : [...own, { line: 1, column: 1, message: missed }],
    hash,
  }
}
