import { Copy, Download, Ellipsis, Trash2, Upload } from 'lucide-react'
import { callGateway } from '../../../gateway.ts'
import { useBridge } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-button.tsx'
import { downloadText } from '../../../ui/controls/download.ts'
import { Menu } from '../../../ui/controls/menu.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { judgedWords as words } from './judged-words.ts'

/** What can be done with all of them. */
export function JudgedTools({
  shown,
  onImport,
  onRemove,
}: {
  shown: string[]
  onImport: () => void
  onRemove: (qids: string[]) => void
}) {
  const bridge = useBridge()
  async function exportAll(to: 'file' | 'clipboard'): Promise<void> {
    try {
      const { text, queries } = await callGateway(bridge, 'judged.export', {})
      if (to === 'file') {
        downloadText('judged-queries.jsonl', text, 'application/jsonl')
        showToast(words.exported(queries))
      } else if (await copyText(text)) showToast(words.copied(queries))
      else showToast(words.notCopied, { tone: 'failed' })
    } catch (fault) {
      const detail = fault instanceof Error ? fault.message : String(fault)
      showToast(words.notDone, { tone: 'failed', detail })
    }
  }
  return (
    <Menu
      trigger={<Button icon={<Ellipsis aria-hidden size={14} />}>{words.tools}</Button>}
      groups={[
        [
          { label: words.import, icon: <Upload size={14} />, onSelect: onImport },
          {
            label: words.download,
            icon: <Download size={14} />,
            onSelect: () => void exportAll('file'),
          },
          { label: words.copy, icon: <Copy size={14} />, onSelect: () => void exportAll('clipboard') },
        ],
        [
          {
            label: words.removeAll,
            icon: <Trash2 size={14} />,
            disabled: shown.length === 0,
            onSelect: () => onRemove(shown),
          },
        ],
      ]}
    />
  )
}
