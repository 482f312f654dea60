import type { RunDetail } from '../../../preload/contract.ts'
import { TryItem } from '../../trying/try-item.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { words } from '../../words.ts'
import { runWords } from './words.ts'

/** Another run of the same workflow as it is now, with the input of this one to begin from. */
export function AgainDialog({
  run,
  again,
  onClose,
}: {
  run: Pick<RunDetail, 'definitionId' | 'title'>
  again: NonNullable<RunDetail['again']>
  onClose: () => void
}) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={runWords.againTitle(run.title)}
      description={runWords.againText}
      closeLabel={words.common.close}
    >
      {again.changed ? <Notice>{runWords.againChanged}</Notice> : null}
      <TryItem
        item={{ id: run.definitionId, kind: 'workflow', inputSchema: again.schema }}
        initial={again.input}
        remembers={false}
      />
    </Dialog>
  )
}
