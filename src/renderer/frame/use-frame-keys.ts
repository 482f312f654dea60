import { useLocation } from 'wouter'
import { useDesk } from '../state.ts'
import { useKeys } from '../ui/controls/keys.ts'
import { SCREENS } from './screens.ts'

/** Keys that work on every screen. */
export function useFrameKeys(): void {
  const [, navigate] = useLocation()
  const { paletteOpen, singleKeys, set } = useDesk()
  useKeys(
    {
      '$mod+k': (event) => {
        event.preventDefault()
        set({ paletteOpen: !paletteOpen })
      },
    },
    { whileTyping: true, overLayers: true },
  )
  useKeys(
    Object.fromEntries(
      SCREENS.map(({ name }, index) => [
        `Alt+Digit${index + 1}`,
        (event: KeyboardEvent) => {
          event.preventDefault()
          navigate(`/${name}`)
        },
      ]),
    ),
    { whileTyping: true },
  )
  const showKeys = () => set({ keySheetOpen: true })
  // Where the question mark is, and whether it needs Shift, depends on the layout.
  useKeys({ 'Shift+?': showKeys, '?': showKeys }, { enabled: singleKeys })
}
