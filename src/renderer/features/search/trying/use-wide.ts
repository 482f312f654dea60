import { useMedia } from '../../../ui/use-media.ts'

/** Whether there is room for the sliders beside the results; as in the style of the page that divides itself. */
export function useWide(): boolean {
  return useMedia('(width > 860px)')
}
