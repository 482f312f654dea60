import { classNames } from '../class-names.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { uiWords } from '../ui-words.ts'

/** An identifier shortened in the middle; copies in full. */
export function ShortId({
  id,
  copyLabel = uiWords.copyId,
  className,
}: {
  id: string
  copyLabel?: string
  className?: string
}) {
  return (
    <span className={classNames('inline-flex items-center gap-0.5', className)}>
      <code title={id} className="font-mono text-sm text-ink-muted">
        {shortenId(id)}
      </code>
      <CopyButton text={id} label={copyLabel} className="size-5" />
    </span>
  )
}

/** `wf_a1b2c3d4e5f6` stays; longer ones keep both ends, because either may tell two apart. */
export function shortenId(id: string, longest = 18): string {
  return id.length <= longest ? id : `${id.slice(0, longest - 7)}…${id.slice(-6)}`
}
