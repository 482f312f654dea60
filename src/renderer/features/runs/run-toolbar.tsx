import { Ban, Copy, CopyPlus, Download, Ellipsis, ListTree } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { RunDetail } from '../../../preload/contract.ts'
import { useDesk } from '../../state.ts'
import { TryItem } from '../../trying/try-item.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/controls/copy-button.tsx'
import { downloadText } from '../../ui/controls/download.ts'
import { Menu } from '../../ui/controls/menu.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { ShortId } from '../../ui/text/short-id.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { exportRun } from './look.ts'
import { runWords } from './words.ts'

/** Which run this is, and what can be done with it. */
export function RunToolbar({ run }: { run: RunDetail }) {
  const [cancelling, setCancelling] = useState(false)
  const [repeating, setRepeating] = useState(false)
  const [, navigate] = useLocation()
  const setFilter = useDesk((desk) => desk.setFilter)
  async function copy(): Promise<void> {
    if (await copyText(exportRun(run).text)) showToast(runWords.copied)
    else showToast(runWords.notCopied, { tone: 'failed' })
  }
  function save(): void {
    const { name, text } = exportRun(run)
    downloadText(name, text)
  }
  function showActivity(): void {
    setFilter('activity.text', '')
    setFilter('activity.type', '')
    setFilter('activity.correlation', '')
    setFilter('activity.workflow', run.id)
    navigate('/activity')
  }
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-6 text-ink-muted">
      <span className="min-w-0 truncate">{run.isSingleCall ? null : run.definitionId}</span>
      <span className="ml-auto flex shrink-0 items-center gap-3">
        <ShortId id={run.id} copyLabel={runWords.copyId} />
        <Menu
          trigger={
            <Button size="small" look="plain" icon={<Ellipsis aria-hidden size={14} />}>
              {runWords.actions}
            </Button>
          }
          groups={[
            [
              { label: runWords.copyJson, icon: <Copy size={14} />, onSelect: () => void copy() },
              { label: runWords.exportJson, icon: <Download size={14} />, onSelect: save },
              { label: runWords.showActivity, icon: <ListTree size={14} />, onSelect: showActivity },
            ],
            ...(run.again === null
              ? []
              : [
                  [
                    {
                      label: runWords.again,
                      icon: <CopyPlus size={14} />,
                      opensDialog: true,
                      onSelect: () => setRepeating(true),
                    },
                  ],
                ]),
            ...(run.status === 'running'
              ? [
                  [
                    {
                      label: runWords.cancel,
                      icon: <Ban size={14} />,
                      opensDialog: true,
                      onSelect: () => setCancelling(true),
                    },
                  ],
                ]
              : []),
          ]}
        />
      </span>
      {repeating && run.again !== null ? (
        <AgainDialog run={run} again={run.again} onClose={() => setRepeating(false)} />
      ) : null}
      {cancelling ? <CancelDialog run={run} onClose={() => setCancelling(false)} /> : null}
    </div>
  )
}

/** Another run of the same workflow as it is now, with the input of this one to begin from. */
function AgainDialog({
  run,
  again,
  onClose,
}: {
  run: Pick<RunDetail, 'definitionId' | 'title'>
  again: NonNullable<RunDetail['again']>
  onClose: () => void
}) {
  return (
    <Dialog wide onClose={onClose} title={runWords.againTitle(run.title)} description={runWords.againText}>
      {again.changed ? <Notice>{runWords.againChanged}</Notice> : null}
      <TryItem
        item={{ id: run.definitionId, kind: 'workflow', inputSchema: again.schema }}
        initial={again.input}
        remembers={false}
      />
    </Dialog>
  )
}
