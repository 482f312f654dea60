/**
 * npm starts its scripts in a shell, and a signal to npm ends that shell without reaching us: then the process that
 * started us is gone, and nobody is left who could end us. So it is with what an old Node runs on the pinned one: whoever
 * kills the one means both. Imports nothing but Node, so that any Node can load it.
 */

/** How often is looked, in milliseconds. */
const LOOK_EVERY_MS = 250
/** Who takes in a process whose parent has ended, except on Windows, where it keeps its parent's number. */
const INIT = 1

/** The environment variable that says which process has handed its command to us. */
export const HANDED_BY = 'COUNTERSIGN_ON_PINNED_NODE'

/**
 * Calls back once when a shell of npm, or who has handed its command to us, has ended before us. Any other parent may
 * leave us behind: that is how a gateway is put into the background.
 */
export function onParentGone(gone: () => void): void {
  const parent = process.ppid
  // It is handed on to whatever we start.
  const isHanded = process.env[HANDED_BY] === String(parent)
  if (process.env.npm_lifecycle_event === undefined && !isHanded) return
  const timer = setInterval(() => {
    if (process.ppid === parent && (parent !== INIT || isHanded)) return
    clearInterval(timer)
    gone()
  }, LOOK_EVERY_MS)
  timer.unref()
}
