import { PatchDifference } from '../ui/text/difference.tsx'

/** A unified difference, without the lines that only name the file. */
export function ChangeView({ patch, label }: { patch: string; label: string }) {
  const from = patch.indexOf('@@')
  return <PatchDifference patch={from < 0 ? patch : patch.slice(from)} label={label} />
}
