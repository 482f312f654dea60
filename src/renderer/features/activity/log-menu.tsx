import { Download, Ellipsis, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { RequestOf } from '../../../preload/contract.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Menu } from '../../ui/controls/menu.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { VerifyDialog } from './verify-dialog.tsx'
import { activityWords } from './words.ts'

/** What can be done with the log as a whole. */
export function LogMenu({
  request,
  total,
}: {
  request: Omit<RequestOf<'activity.export'>, 'format' | 'cursor'>
  total: number
}) {
  const [open, setOpen] = useState<'verify' | 'export' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu
        trigger={
          <Button size="small" look="plain" icon={<Ellipsis aria-hidden size={14} />}>
            {activityWords.log}
          </Button>
        }
        groups={[
          [
            {
              label: activityWords.verify,
              icon: <ShieldCheck size={14} />,
              onSelect: () => setOpen('verify'),
            },
            { label: activityWords.export, icon: <Download size={14} />, onSelect: () => setOpen('export') },
          ],
        ]}
      />
      {open === 'verify' ? <VerifyDialog onClose={close} /> : null}
      {open === 'export' ? <ExportDialog request={request} total={total} onClose={close} /> : null}
    </>
  )
}
