import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { TextArea } from '../../../ui/controls/field.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { maskLine } from './mask-line.ts'
import { serverWords as words } from './words.ts'

/** Both draw the same signs at the same places. */
const SAME = 'font-mono text-sm whitespace-pre-wrap [overflow-wrap:normal] [word-break:break-all]'

/** A command line in which what follows `--token` and its like is drawn as dots while it is typed. */
export function CommandField({
  value,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & { value: string }) {
  const [isShown, setShown] = useState(false)
  const dots = useRef<HTMLDivElement>(null)
  const masked = maskLine(value)
  const hasSecret = masked !== value
  const isMasked = hasSecret && !isShown
  return (
    <div className="flex items-start gap-1">
      <div className="relative min-w-0 flex-1">
        <TextArea
          {...rest}
          rows={2}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onScroll={(event) => {
            if (dots.current !== null) dots.current.scrollTop = event.currentTarget.scrollTop
          }}
          className={classNames(SAME, isMasked && 'text-transparent caret-ink selection:text-transparent')}
        />
        {isMasked ? (
          <div
            ref={dots}
            aria-hidden
            className={classNames(
              SAME,
              'pointer-events-none absolute inset-0 overflow-hidden border border-transparent px-2.5 py-1.5 text-ink',
            )}
          >
            {masked}
          </div>
        ) : null}
      </div>
      {hasSecret ? (
        <IconButton
          label={isShown ? words.hideValues : words.showValues}
          icon={isShown ? <EyeOff aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
          onClick={() => setShown(!isShown)}
        />
      ) : null}
    </div>
  )
}
