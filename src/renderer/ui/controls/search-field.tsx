import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from '../class-names.ts'
import { uiWords } from '../ui-words.ts'

const HIT_KEYS: readonly string[] = ['Enter', 'ArrowDown']

/** Filters what is below. Esc empties it, then gives the focus back; with `onLeave`, what is typed stays. */
export function SearchField({
  label,
  value,
  onChange,
  clearLabel = uiWords.clearFilter,
  onLeave,
  className,
  autoFocus = false,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  clearLabel?: string
  /** Enter and ↓ go to the first of what is found, Esc back to what is below. */
  onLeave?: (to: 'hits' | 'back') => void
  className?: string
  autoFocus?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={classNames('relative flex items-center', className)}>
      <Search aria-hidden size={14} className="pointer-events-none absolute left-2.5 text-ink-faint" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        // biome-ignore lint/a11y/noAutofocus: only where typing is the whole purpose of the screen
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          const to = event.key === 'Escape' ? 'back' : HIT_KEYS.includes(event.key) ? 'hits' : null
          // A key that ends the writing of a word in an input method is for that.
          if (to === null || event.nativeEvent.isComposing) return
          if (onLeave !== undefined) {
            event.preventDefault()
            event.stopPropagation()
            onLeave(to)
          } else if (to === 'back') {
            event.stopPropagation()
            if (value) onChange('')
            else input.current?.blur()
          }
        }}
        className="h-8 w-full rounded-md border border-control bg-surface pr-8 pl-8 text-ink [&::-webkit-search-cancel-button]:hidden"
      />
      {value ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="absolute right-1 inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-hover hover:text-ink"
        >
          <X aria-hidden size={14} />
        </button>
      ) : null}
    </div>
  )
}
