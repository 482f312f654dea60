import { CopyButton } from '../controls/copy-button.tsx'
import { uiWords } from '../ui-words.ts'
import { Code } from './code.tsx'

/** What somebody types in a terminal: to read, and to copy. */
export function Command({ text }: { text: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <Code className="min-w-0">{text}</Code>
      <CopyButton text={text} label={uiWords.copyCommand} className="size-5 shrink-0" />
    </span>
  )
}
