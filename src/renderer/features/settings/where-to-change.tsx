import type { SettingsView } from '../../../preload/contract.ts'
import { PathLine } from './path-line.tsx'
import { settingsWords } from './words.ts'

/** What is only shown here, and where it is written. */
export function WhereToChange({ place, workspace }: { place: string; workspace: SettingsView['workspace'] }) {
  return (
    <p className="mt-3 text-sm text-ink-muted">
      {settingsWords.change(place)}{' '}
      <PathLine path={workspace.configuration} copyLabel={settingsWords.workspace.copyPath} />
    </p>
  )
}
