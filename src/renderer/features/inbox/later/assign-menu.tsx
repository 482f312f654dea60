import { ChevronDown, UserRound, UserRoundCheck } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu } from '../../../ui/controls/menu.tsx'
import { dockWords } from '../dock/dock-words.ts'
import type { useAssign } from './use-assign.ts'

/** Gives the item to somebody. Everybody else may still decide it. */
export function AssignMenu({
  assigning,
  button,
}: {
  assigning: ReturnType<typeof useAssign>
  button: Ref<HTMLSpanElement>
}) {
  const { you, holder, people, assign } = assigning
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
                    checked: holder === you,
                    onSelect: () => assign(you),
                  },
                ]),
            ...others.map((name) => ({
              label: dockWords.assignTo(name),
              icon: <UserRound size={14} />,
              checked: holder === name,
              onSelect: () => assign(name),
            })),
          ],
          ...(holder === null ? [] : [[{ label: dockWords.toEverybody, onSelect: () => assign(null) }]]),
        ]}
      />
    </span>
  )
}
