import { classNames } from '../class-names.ts'

/** Holds the place of what is being fetched. `label` is what a screen reader hears. */
export function Skeleton({
  label,
  lines = 3,
  className,
}: {
  label: string
  lines?: number
  className?: string
}) {
  return (
    <div role="status" aria-label={label} className={classNames('flex flex-col gap-3', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          key={line}
          aria-hidden
          className="breathing h-3 rounded-sm bg-hover"
          style={{ width: `${90 - ((line * 23) % 45)}%` }}
        />
      ))}
    </div>
  )
}
