/** What runs in the page that is measured; each function is sent there by itself, and knows nothing of this file. */

interface Timed {
  keyTimes: number[]
}

/** Before anything of the page: how long each key takes until what it changed was painted. */
export function watchKeys(): void {
  const page = window as unknown as Timed
  page.keyTimes = []
  window.addEventListener(
    'input',
    (event) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => page.keyTimes.push(performance.now() - event.timeStamp)
        channel.port2.postMessage(null)
      })
    },
    true,
  )
}

/** Milliseconds of each key since this was asked last. */
export async function takeKeyTimes(): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return (window as unknown as Timed).keyTimes.splice(0)
}

/** All pages of the list, and the longest answer to another call meanwhile. */
export async function listTools(): Promise<{ took: number; longestOther: number }> {
  const secret = localStorage.getItem('countersign.session') ?? ''
  const call = async (name: string, request: object) => {
    const answer = await fetch(`./call/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-countersign-session': secret },
      body: JSON.stringify(request),
    })
    return ((await answer.json()) as { value: { cursor: string | null } }).value
  }
  let isListing = true
  let longestOther = 0
  const others = (async () => {
    while (isListing) {
      const asked = performance.now()
      await call('desk.status', {})
      longestOther = Math.max(longestOther, performance.now() - asked)
    }
  })()
  const begun = performance.now()
  let cursor: string | null | undefined
  do {
    const page: { cursor: string | null } = await call('tools.list', cursor === undefined ? {} : { cursor })
    cursor = page.cursor
  } while (cursor !== null)
  const took = performance.now() - begun
  isListing = false
  await others
  return { took, longestOther }
}

/** Down the table, some rows a frame; how many pieces of work were longer than 50 ms. */
export async function scrollTable(frames: number): Promise<number> {
  const frame = document.querySelector('[role=grid]')?.parentElement
  if (!frame) throw new Error('There is no table.')
  let long = 0
  const watch = new PerformanceObserver((list) => {
    long += list.getEntries().length
  })
  watch.observe({ type: 'longtask' })
  frame.scrollTop = 0
  for (let step = 0; step < frames; step += 1) {
    frame.scrollTop += 240
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
  watch.disconnect()
  return long
}
