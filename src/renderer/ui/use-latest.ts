import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function over all renders that calls what was given last: for parts that are drawn again only if they must. */
export function useLatest<Arguments extends unknown[], Result>(
  call: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(call)
  useLayoutEffect(() => {
    latest.current = call
  })
  return useCallback((...given: Arguments) => latest.current(...given), [])
}
