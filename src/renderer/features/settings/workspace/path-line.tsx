import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Breakable } from '../../../ui/text/code.tsx'

/** A path or an address in full, to be copied. */
export function PathLine({ path, copyLabel }: { path: string; copyLabel: string }) {
  return (
    <span className="inline-flex max-w-full items-start gap-1">
      <code className="min-w-0 font-mono text-sm leading-5 [overflow-wrap:anywhere]">
        <Breakable text={path} />
      </code>
      <CopyButton text={path} label={copyLabel} className="size-5" />
    </span>
  )
}
