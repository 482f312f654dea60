import type { TrialCall } from '../../preload/contract.ts'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { CodeBlock } from '../ui/text/code.tsx'
import { sayCall } from './call-text.ts'
import { tryWords } from './try-words.ts'

/** The call itself, for whoever wants to give it to an agent or look it up. */
export function LiteralCall({ call }: { call: TrialCall }) {
  return (
    <details className="mt-2">
      <summary className="w-fit cursor-pointer text-sm text-ink-muted">{tryWords.literal}</summary>
      <div className="relative mt-1">
        <CodeBlock text={sayCall(call)} label={tryWords.literal} />
        <CopyButton
          text={sayCall(call)}
          label={tryWords.copyCall}
          className="absolute top-1 right-1 size-6"
        />
      </div>
    </details>
  )
}
