import { useState } from 'react'
import type { ReplyOf, RequestOf } from '../../../preload/contract.ts'
import { ActionDialog } from '../../action-dialog.tsx'
import { callGateway, messageOf } from '../../gateway.ts'
import { useBridge } from '../../queries.ts'
import { downloadText } from '../../ui/controls/download.ts'
import { Select } from '../../ui/controls/select.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useIsOpen } from '../../ui/feedback/use-is-open.ts'
import { joinPieces } from './look.ts'
import { activityWords } from './words.ts'

type Format = RequestOf<'activity.export'>['format']
const FORMATS = (['jsonl', 'csv'] as const).map((value) => ({ value, label: activityWords.formats[value] }))
const TYPES: Record<Format, string> = { jsonl: 'application/jsonl', csv: 'text/csv' }

/** The entries that are shown, or all of them, as a file: fetched piece by piece, so that a long log gets through. */
export function ExportDialog({
  request,
  total,
  onClose,
}: {
  request: Omit<RequestOf<'activity.export'>, 'format' | 'cursor'>
  total: number
  onClose: () => void
}) {
  const bridge = useBridge()
  const [format, setFormat] = useState<Format>('jsonl')
  const [done, setDone] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isOpen = useIsOpen()

  async function save(): Promise<void> {
    const pieces: string[] = []
    let header = ''
    let cursor: string | null = null
    let count = 0
    setError(null)
    setDone(0)
    do {
      const piece: ReplyOf<'activity.export'> = await callGateway(bridge, 'activity.export', {
        ...request,
        format,
        ...(cursor === null ? {} : { cursor }),
      })
      if (!isOpen.current) return
      header = piece.header
      pieces.push(piece.text)
      count += piece.entries
      cursor = piece.nextCursor
      setDone(count)
    } while (cursor !== null)
    downloadText(`countersign-audit.${format}`, joinPieces(header, pieces), TYPES[format])
    showToast(activityWords.exported(count))
    onClose()
  }
  function start(): void {
    save().catch((fault: unknown) => {
      setDone(null)
      setError(messageOf(fault))
    })
  }

  return (
    <ActionDialog
      onClose={onClose}
      title={activityWords.exportTitle}
      description={activityWords.exportText(Object.keys(request).length > 0, total)}
      isReady={done === null}
      confirm={activityWords.exportConfirm}
      onConfirm={start}
    >
      <Select
        label={activityWords.exportFormat}
        value={format}
        onChange={(next) => setFormat(next)}
        options={FORMATS}
      />
      {done === null ? null : (
        <p role="status" data-count className="text-ink-muted">
          {activityWords.exporting(done)}
        </p>
      )}
      {error === null ? null : <Notice tone="failed">{error}</Notice>}
    </ActionDialog>
  )
}
