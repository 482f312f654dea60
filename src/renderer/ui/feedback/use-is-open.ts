import { type RefObject, useEffect, useRef } from 'react'

/** Whether what asks is still shown: a dialog that is closed does not call back what it has sent. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
