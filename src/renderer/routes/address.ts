/**
 * Where the person wants to be. The address changes at once, the screen a moment later: what a screen opens by itself
 * must not bring back somebody who has just left.
 */

/** Whether the address is this very route. */
export function isAt(route: string): boolean {
  return window.location.hash === `#${route}`
}

/** Whether it is this route or one below it. */
export function isWithin(route: string): boolean {
  return isAt(route) || window.location.hash.startsWith(`#${route}/`)
}
