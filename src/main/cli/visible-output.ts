/**
 * What this program writes into a terminal holds words of servers, agents and files: none of them may steer the
 * terminal, hide or turn what it shows. Every stream is guarded where the program begins, so that no line slips past.
 */
import { visibleText } from '../workflow/wording/quote.ts'

/** JSON says the same afterwards; bytes go through as they are. */
export function showOnlyVisible(stream: Pick<NodeJS.WriteStream, 'write'>): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? visibleText(chunk) : chunk, ...rest)
}
