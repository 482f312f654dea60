import { Plus } from 'lucide-react'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { ButtonLook } from '../../../ui/controls/button-look.ts'
import { serverWords as words } from './words.ts'

/** Opens the dialog, which stands in the catalog once, whoever has asked for it. */
export function AddServerButton({ look = 'outline', size }: { look?: ButtonLook; size?: 'small' }) {
  const set = useDesk((desk) => desk.set)
  return (
    <div>
      <Button
        look={look}
        {...(size === undefined ? {} : { size })}
        icon={<Plus aria-hidden size={13} />}
        aria-haspopup="dialog"
        onClick={() => set({ addingServer: true })}
      >
        {words.add}
      </Button>
    </div>
  )
}
