import type { SettingsView } from '../../../../preload/contract.ts'
import { settingsWords } from '../words.ts'
import { PathLine } from './path-line.tsx'

/** What is only shown here, and where it is written. */
export function WhereToChange({ place, workspace }: { place: string; workspace: SettingsView['workspace'] }) {
  return (
    <p className="mt-3 text-sm text-ink-muted">
      {settingsWords.change(place)}{' '}
      <PathLine path={workspace.configuration} copyLabel={settingsWords.workspace.copyPath} />
    </p>
  )
}
