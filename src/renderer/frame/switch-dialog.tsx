import { Lock } from 'lucide-react'
import { pinWords } from '../proof/pin-words.ts'
import { useCall, useSend } from '../queries.ts'
import { useDesk } from '../state.ts'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { showToast } from '../ui/feedback/toast.tsx'
import { peopleWords as words } from './people-words.ts'
import { PersonChooser } from './person-chooser.tsx'

/** Another person takes the desk over, or nobody. */
export function SwitchDialog() {
  const { switcherOpen, set } = useDesk()
  const lock = useSend('people.lock')
  const { data } = useCall('people.list', {})
  const close = (): void => set({ switcherOpen: false })
  return (
    <Dialog
      open={switcherOpen}
      onClose={close}
      title={words.switchTitle}
      description={words.switchText}
      actions={
        <Button
          icon={<Lock aria-hidden size={14} />}
          onClick={() =>
            lock.mutate(
              {},
              {
                onSuccess: close,
                onError: (fault) => showToast(words.failed, { tone: 'failed', detail: fault.message }),
              },
            )
          }
        >
          {words.lock}
        </Button>
      }
    >
      {switcherOpen ? <PersonChooser onDone={close} /> : null}
      {data?.pinsExist === false ? (
        <p className="mt-3 text-sm text-ink-muted">
          {words.locksNothing}{' '}
          <ButtonLink look="plain" size="small" href="#/settings/people" onClick={close}>
            {pinWords.set}
          </ButtonLink>
        </p>
      ) : null}
    </Dialog>
  )
}
