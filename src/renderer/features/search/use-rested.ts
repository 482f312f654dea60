import { useEffect, useState } from 'react'

/** The value as it was when it last stood still for this many milliseconds. */
export function useRested<Value>(value: Value, restMs: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return rested
}
