import { ChevronDown, Pencil, Power, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionView } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu } from '../../../ui/controls/menu.tsx'
import { ChangeServer } from './change-server.tsx'
import { EnableServer, RemoveServer, RenameServer } from './server-dialogs.tsx'
import { serverWords as words } from './words.ts'

const DIALOG = { opensDialog: true }

type Act = 'change' | 'rename' | 'enable' | 'remove'

/** What a person does with a server that is there. */
export function ManageMenu({ connection: { name, title, health } }: { connection: ConnectionView }) {
  const [act, setAct] = useState<Act | null>(null)
  const isDisabled = health === 'disabled'
  const close = () => setAct(null)
  return (
    <>
      <Menu
        trigger={
          <Button size="small">
            {words.manage}
            <ChevronDown aria-hidden size={13} />
          </Button>
        }
        groups={[
          [
            {
              label: words.change.button,
              icon: <Pencil size={14} />,
              ...DIALOG,
              onSelect: () => setAct('change'),
            },
            {
              label: words.rename.button,
              icon: <Tag size={14} />,
              ...DIALOG,
              onSelect: () => setAct('rename'),
            },
            {
              label: isDisabled ? words.enable.button : words.disable.button,
              icon: <Power size={14} />,
              ...DIALOG,
              onSelect: () => setAct('enable'),
            },
          ],
          [
            {
              label: words.remove.button,
              icon: <Trash2 size={14} />,
              ...DIALOG,
              onSelect: () => setAct('remove'),
            },
          ],
        ]}
      />
      {act === 'change' ? <ChangeServer name={name} title={title} onClose={close} /> : null}
      {act === 'rename' ? <RenameServer name={name} title={title} onClose={close} /> : null}
      {act === 'enable' ? (
        <EnableServer name={name} title={title} enabled={isDisabled} onClose={close} />
      ) : null}
      {act === 'remove' ? <RemoveServer name={name} title={title} onClose={close} /> : null}
    </>
  )
}

/** The one thing to do with a server that is off. */
export function EnableButton({ connection: { name, title } }: { connection: ConnectionView }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button look="solid" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.enable.button}
      </Button>
      {open ? <EnableServer name={name} title={title} enabled onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
