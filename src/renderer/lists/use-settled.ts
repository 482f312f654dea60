import { useEffect, useState } from 'react'

/** The value as it was when it last stood still for a moment. A value that is made anew each time has to be kept by its maker. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
