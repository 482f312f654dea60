import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { useLayerHome } from '../feedback/use-layer-home.ts'
import { Kbd } from './kbd.tsx'

export interface MenuItem {
  label: string
  icon?: ReactNode
  keys?: string
  checked?: boolean
  disabled?: boolean
  /** Below the label: why it is off, for example. */
  hint?: string | undefined
  /** What it opens takes the focus: it comes once the menu has gone, and has given the focus back. */
  opensDialog?: boolean
  onSelect: () => void
}

/**
 * `trigger` is a button; groups are divided by hairlines. `goOnAt`: where the focus goes when something was chosen;
 * otherwise back to the button.
 */
export function Menu({
  trigger,
  groups,
  goOnAt,
}: {
  trigger: ReactElement<Record<string, unknown>>
  groups: MenuItem[][]
  goOnAt?: () => HTMLElement | null
}) {
  const layer = useLayerHome()
  const chosen = useRef(false)
  const later = useRef<(() => void) | null>(null)
  return (
    <Base.Root
      onOpenChange={(open) => {
        if (open) chosen.current = false
      }}
      onOpenChangeComplete={(open) => {
        if (open) return
        const act = later.current
        later.current = null
        act?.()
      }}
    >
      <Base.Trigger ref={layer.trigger} render={trigger} />
      <Base.Portal container={layer.home}>
        <Base.Positioner sideOffset={4} align="start" className="z-50">
          <Base.Popup
            data-layer
            finalFocus={() => (chosen.current && goOnAt?.()) || true}
            className="pop-in min-w-44 max-w-[calc(100vw-1rem)] divide-y divide-line rounded-lg bg-raised py-1 shadow-float ring-1 ring-line"
          >
            {groups.map((items) => (
              <div key={items.map((item) => item.label).join('|')} className="py-1">
                {items.map((item) => (
                  <Base.Item
                    key={item.label}
                    disabled={item.disabled ?? false}
                    onClick={() => {
                      chosen.current = true
                      if (item.opensDialog === true) later.current = item.onSelect
                      else item.onSelect()
                    }}
                    className="flex min-h-7 items-center gap-2 px-3 py-0.5 text-ink outline-none data-[disabled]:text-ink-faint data-[highlighted]:bg-hover"
                  >
                    <span aria-hidden className="inline-flex w-4 shrink-0 justify-center text-ink-muted">
                      {item.checked ? <Check size={14} /> : item.icon}
                    </span>
                    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                      {item.label}
                      {item.hint === undefined ? null : (
                        <span className="block max-w-72 text-sm text-ink-muted">{item.hint}</span>
                      )}
                    </span>
                    {item.keys ? <Kbd>{item.keys}</Kbd> : null}
                  </Base.Item>
                ))}
              </div>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
