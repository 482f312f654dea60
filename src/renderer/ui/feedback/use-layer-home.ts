import { useState } from 'react'

/**
 * Where a popup lives: inside the landmark or dialog of what opens it, so that it is part of the page for a screen
 * reader and not hidden together with what lies behind a dialog. Give `trigger` to the trigger as its ref.
 */
export function useLayerHome() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  return { trigger: setTrigger, home: trigger?.closest<HTMLElement>('[role=dialog], main') ?? null }
}
