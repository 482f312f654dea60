/** What runs in the page that is measured; each function is sent there by itself, and knows nothing of this file. */

interface Measured {
  keys: number[]
  open: number | null
}

/** Before anything of the page: when its first item stands there, and how long each key takes until it is painted. */
export function startClock(): void {
  const page = window as unknown as { measured: Measured }
  page.measured = { keys: [], open: null }
  const painted = (then: () => void): void => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = then
      channel.port2.postMessage(null)
    })
  }
  window.addEventListener(
    'keydown',
    (event) => {
      painted(() => page.measured.keys.push(performance.now() - event.timeStamp))
    },
    true,
  )
  const look = (): void => {
    if (document.querySelector('[data-item]') === null) return
    watch.disconnect()
    painted(() => {
      page.measured.open = performance.now()
    })
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
}

/** Milliseconds from the start of the navigation to the first item on the screen. */
export async function openTime(): Promise<number> {
  const page = window as unknown as { measured: Measured }
  for (;;) {
    if (page.measured.open !== null) return page.measured.open
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Milliseconds from each key until what it changed was painted, since this was asked last. */
export async function takeTimes(): Promise<number[]> {
  const page = window as unknown as { measured: Measured }
  await new Promise((resolve) => setTimeout(resolve, 300))
  return page.measured.keys.splice(0)
}

/** Milliseconds of a call of the desk, and its answer. */
export async function timeCall([name, request]: readonly [string, object]) {
  const asked = performance.now()
  const secret = localStorage.getItem('countersign.session') ?? ''
  const answer = await fetch(`./call/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-countersign-session': secret },
    body: JSON.stringify(request),
  })
  const { value } = (await answer.json()) as { value: { items?: { alike: string | null }[] } }
  return { took: performance.now() - asked, alike: value.items?.[0]?.alike ?? '' }
}

/** The place of the selected item in the whole list. */
export function selectedPlace(): number {
  const row = document.querySelector('[data-item][aria-current=true]')?.closest('li')
  return Number(row?.getAttribute('aria-posinset') ?? Number.NaN)
}

/** Milliseconds since 1970 at which a row with this text stands there. */
export function untilRow(text: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      const rows = [...document.querySelectorAll('[data-item]')]
      if (!rows.some((row) => (row.textContent ?? '').includes(text))) return
      watch.disconnect()
      resolve(performance.timeOrigin + performance.now())
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true })
    look()
  })
}

/** Milliseconds since 1970 of the next click. */
export function waitForClick(): Promise<number> {
  return new Promise((resolve) => {
    window.addEventListener('click', (event) => resolve(performance.timeOrigin + event.timeStamp), {
      capture: true,
      once: true,
    })
  })
}
