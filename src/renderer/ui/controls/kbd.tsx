import { classNames } from '../class-names.ts'

export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      className={classNames(
        'inline-flex h-4 min-w-4 items-center justify-center rounded-sm px-1 font-mono text-xs leading-none',
        'text-current opacity-80 ring-1 ring-current/30 ring-inset',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
