/**
 * The first part of the window's entry, a small script of its own: while the large one is still being read, the
 * gateway already answers. May import: gateway, first-calls, kept.
 */
import { askFirst, type FirstCalls } from '../bridge/first-calls.ts'
import { KEPT } from '../bridge/kept.ts'
import { openBridge } from '../gateway.ts'

/** In a browser the one-time key of the address, if there is one, is consumed before anything is asked. */
export const opened: Promise<FirstCalls> = openBridge(window).then((bridge) =>
  askFirst(bridge, window.location.hash, window.localStorage.getItem(KEPT.name)),
)
