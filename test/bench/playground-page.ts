/** What runs in the page that is measured; each function is sent there by itself, and knows nothing of this file. */

interface Watched {
  /** When the steps happened that no painted result answers yet. */
  waiting: number[]
  times: number[]
}

/** Before anything of the page: how long each step of a slider takes until results that follow it are painted. */
export function watchSteps(): void {
  const page = window as unknown as { watched: Watched }
  page.watched = { waiting: [], times: [] }
  window.addEventListener(
    'input',
    (event) => {
      const { target } = event
      if (target instanceof HTMLInputElement && target.type === 'range')
        page.watched.waiting.push(event.timeStamp)
    },
    true,
  )
  let shown = ''
  const look = (): void => {
    const list = document.querySelector('ol[aria-label^="Results"]')
    const text = list?.textContent ?? ''
    if (text === shown) return
    shown = text
    const answered = page.watched.waiting.splice(0)
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        for (const at of answered) page.watched.times.push(performance.now() - at)
      }
      channel.port2.postMessage(null)
    })
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Milliseconds of each step since this was asked last. */
export async function askSteps(): Promise<number[]> {
  const page = window as unknown as { watched: Watched }
  await new Promise((resolve) => setTimeout(resolve, 400))
  page.watched.waiting = []
  return page.watched.times.splice(0)
}
