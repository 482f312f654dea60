import type { Preview } from '../../../preload/contract.ts'

export interface Change {
  what: 'unseen' | 'next' | 'call' | 'steps'
  before: string
  after: string
}

/** What a person would see differ between two previews of one outcome; `unseen` if only the hash moved. Pure. */
export function compareShown(before: Preview, after: Preview): Change[] {
  if (before.hash === after.hash) return []
  const changes: Change[] = []
  function compare(what: Change['what'], read: (preview: Preview) => string): void {
    if (read(before) !== read(after)) changes.push({ what, before: read(before), after: read(after) })
  }
  compare('call', (preview) => preview.call ?? '')
  compare('next', (preview) => [...preview.nextStates, preview.stopsAt].join(' · '))
  compare('steps', (preview) => preview.steps.map((step) => step.call ?? step.title).join(' · '))
  return changes.length > 0 ? changes : [{ what: 'unseen', before: '', after: '' }]
}
