import { KeyRound } from 'lucide-react'
import { useBridge } from '../queries.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Code } from '../ui/text/code.tsx'
import { words } from '../words.ts'

/** The browser desk without a session: says how to get a new link. */
export function SignedOut() {
  const { refusal } = useBridge()
  return (
    <main className="h-full">
      <h1 className="sr-only">{words.product}</h1>
      <EmptyState icon={<KeyRound aria-hidden size={24} />} title={words.signedOut.title}>
        {refusal === undefined ? null : (
          <p role="alert" className="mb-2 text-failed">
            {refusal} {words.signedOut.again}
          </p>
        )}
        <p>{words.signedOut.why}</p>
        <p className="mt-2">
          {words.signedOut.how} <Code>{words.signedOut.command}</Code> {words.signedOut.rest}
        </p>
      </EmptyState>
    </main>
  )
}
