import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { downloadText } from '../../../ui/controls/download.ts'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { CodeBlock } from '../../../ui/text/code.tsx'
import { words as shared } from '../../../words.ts'
import { serverWords as words } from './words.ts'

export function FullLogButton({ name, title }: { name: string; title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.log.open}
      </Button>
      {open ? <FullLog name={name} title={title} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** More lines are not drawn at once. */
const SHOWN = 1000

/** All that is kept of what a server wrote: searched here, and downloaded as it is. */
function FullLog({ name, title, onClose }: { name: string; title: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const { data, error } = useCall('servers.log', { name }, { keptMs: 0 })
  const lines = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    const all = data?.lines ?? []
    return wanted === '' ? all : all.filter((line) => line.toLowerCase().includes(wanted))
  }, [data, text])
  return (
    <Dialog
      wide
      onClose={onClose}
      title={words.log.title(title)}
      {...(data === undefined ? {} : { description: words.log.kept(data.lines.length, data.most) })}
      actions={
        <>
          <Button onClick={onClose}>{shared.common.close}</Button>
          <Button
            icon={<Download aria-hidden size={14} />}
            disabled={lines.length === 0}
            onClick={() => downloadText(`${name}.log`, `${lines.join('\n')}\n`, 'text/plain')}
          >
            {words.log.download}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 py-1">
        {error === null ? null : <Notice tone="failed">{error.message}</Notice>}
        <SearchField label={words.log.search} clearLabel={words.log.clear} value={text} onChange={setText} />
        {data !== undefined && data.dropped > 0 ? (
          <p className="text-sm text-ink-muted">{words.log.dropped(data.dropped)}</p>
        ) : null}
        {lines.length === 0 ? (
          <p className="text-ink-muted">{text.trim() === '' ? words.log.empty : words.log.none}</p>
        ) : (
          <>
            <p role="status" className="text-sm text-ink-muted">
              {lines.length > SHOWN ? words.log.newest(SHOWN, lines.length) : words.log.found(lines.length)}
            </p>
            <CodeBlock
              text={lines.slice(-SHOWN).join('\n')}
              label={words.log.title(title)}
              wrap
              className="max-h-[46vh]!"
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
