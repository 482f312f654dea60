/**
 * npm starts its scripts in a shell, and a signal to npm ends that shell without reaching us: then the process that
 * started us is gone, and nobody is left who could end us. Imports nothing but Node, so that any Node can load it.
 */

/** How often is looked, in milliseconds. */
const LOOK_EVERY_MS = 250
/** Who takes in a process whose parent has ended, except on Windows, where it keeps its parent's number. */
const INIT = 1

/**
 * Calls back once when a shell of npm has ended before us. Any other parent may leave us behind: that is how a
 * gateway is put into the background.
 */
export function onParentGone(gone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && parent !== INIT) return
    clearInterval(timer)
    gone()
  }, LOOK_EVERY_MS)
  timer.unref()
}
