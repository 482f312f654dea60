import { useDesk } from '../state.ts'
import { Kbd } from '../ui/controls/kbd.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { words } from '../words.ts'

/** All keys on one sheet. */
export function KeySheet() {
  const { keySheetOpen, singleKeys, set } = useDesk()
  return (
    <Dialog
      open={keySheetOpen}
      onClose={() => set({ keySheetOpen: false })}
      title={words.keys.title}
      description={singleKeys ? words.keys.singleOn : words.keys.singleOff}
      closeLabel={words.common.close}
      wide
      onlyText
    >
      <div className="columns-2 gap-8 pb-2">
        {words.keys.groups.map((group) => (
          <section key={group.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold text-ink-muted">{group.title}</h3>
            <dl className="divide-y divide-line">
              {group.keys.map(([keys, meaning]) => (
                <div key={meaning} className="flex items-center gap-3 py-1.5">
                  <dd className="order-1">{meaning}</dd>
                  <dt className="order-2 ml-auto flex gap-1">
                    {keys.split(' ').map((key) => (
                      <Kbd key={key} className="h-5 min-w-5">
                        {key}
                      </Kbd>
                    ))}
                  </dt>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
