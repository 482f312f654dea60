import { ChevronDown, UserRound, UserRoundCheck } from 'lucide-react'
import type { Ref } from 'react'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu } from '../../../ui/controls/menu.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { offerToast } from '../../../ui/feedback/toast-button.tsx'
import { dockWords } from '../dock/dock-words.ts'
import { listWords } from '../list/list-words.ts'

/** Gives the item to somebody. Everybody else may still decide it. */
export function AssignMenu({
  assigning,
  button,
}: {
  assigning: ReturnType<typeof useAssign>
  button: Ref<HTMLSpanElement>
}) {
  const { you, holder, people, barred, assign } = assigning
  /** Off for whoever could not decide it. */
  const giveTo = (name: string) => {
    const because = barred.find((each) => each.name === name)?.because
    return {
      checked: holder === name,
      disabled: because !== undefined,
      hint: because,
      onSelect: () => assign(name),
    }
  }
  const others = people.filter((name) => name !== you)
  return (
    <span ref={button} className="contents">
      <Menu
        trigger={
          // As wide whoever has it: nothing beside it moves under a pointer.
          <Button className="w-28 justify-between" title={holder ?? undefined}>
            {holder === null ? (
              dockWords.assign
            ) : (
              <span className="min-w-0 truncate">
                <span className="sr-only">{dockWords.assignedTo} </span>
                {holder}
              </span>
            )}
            <ChevronDown aria-hidden size={14} className="shrink-0" />
          </Button>
        }
        groups={[
          [
            ...(you === null
              ? []
              : [
                  {
                    label: dockWords.takeIt,
                    icon: <UserRoundCheck size={14} />,
                    keys: 'M',
                    ...giveTo(you),
                  },
                ]),
            ...others.map((name) => ({
              label: dockWords.assignTo(name),
              icon: <UserRound size={14} />,
              ...giveTo(name),
            })),
          ],
          ...(holder === null ? [] : [[{ label: dockWords.toEverybody, onSelect: () => assign(null) }]]),
        ]}
      />
    </span>
  )
}

/** An item is given to a person, or back to everybody, with a way back. */
export function useAssign(item: Pick<InboxDetail, 'id' | 'assignedTo' | 'barred'>) {
  const { data: view } = useCall('people.list', {})
  const send = useSend('inbox.assign')
  const you = view?.you ?? null
  const holder = item.assignedTo?.replace(/^human:/, '') ?? null

  function assign(to: string | null, back = false): void {
    const before = holder
    const id = `assigned ${item.id}`
    send.mutate(
      { id: item.id, to },
      {
        onSuccess: () => {
          const said =
            to === null ? dockWords.givenBack : to === you ? dockWords.taken : dockWords.assigned(to)
          announce(said)
          if (back) showToast(said, { id })
          else offerToast(said, { id, label: listWords.undo, onPress: () => assign(before, true) })
        },
        onError: (fault) => showToast(dockWords.notAssigned, { tone: 'failed', detail: fault.message }),
      },
    )
  }
  return {
    you,
    holder,
    people: (view?.people ?? []).map(({ name }) => name),
    barred: item.barred,
    assign,
    /** Takes it on; a second time gives it back. */
    take: () => you !== null && assign(holder === you ? null : you),
  }
}
