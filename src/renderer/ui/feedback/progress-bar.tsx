/** How far something is. `part`: from 0 to 1; null: nobody can tell. */
export function ProgressBar({ label, part }: { label: string; part: number | null }) {
  return (
    <progress
      aria-label={label}
      className="h-1.5 w-48 max-w-full appearance-none overflow-hidden rounded-full bg-line indeterminate:animate-pulse forced-colors:border [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-solid"
      {...(part === null ? {} : { value: part, max: 1 })}
    />
  )
}
