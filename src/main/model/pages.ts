/** Long lists are read page by page, each with the cursor of the one before. May import: nothing. */

/** Where a page begins: with the first item, or behind the page that gave the cursor. */
interface PageStart {
  cursor?: string
}

/** Each page is read when the one before has been looked at: whoever stops reads no more. */
export async function* everyPage<Page extends { nextCursor?: string }>(
  read: (from: PageStart) => Promise<Page>,
): AsyncGenerator<Page> {
  let from: PageStart = {}
  for (;;) {
    const page = await read(from)
    yield page
    if (page.nextCursor === undefined) return
    from = { cursor: page.nextCursor }
  }
}

/** The items of as many pages as hold `most`, or of all. */
export async function itemsOfPages<Item>(
  read: (from: PageStart) => Promise<{ items: Item[]; nextCursor?: string }>,
  most = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const found: Item[] = []
  for await (const { items } of everyPage(read)) {
    found.push(...items)
    if (found.length >= most) break
  }
  return found
}

/**
 * What was asked from `since` on, of pages with the newest first: as many of them as hold `most` items that are meant.
 * `isPartial`: there are more.
 */
export async function itemsAskedSince<Item extends { requestedAt: string }>(
  read: (from: PageStart) => Promise<{ items: Item[]; nextCursor?: string }>,
  since: string,
  most: number,
  isMeant: (item: Item) => boolean = () => true,
): Promise<{ items: Item[]; isPartial: boolean }> {
  const found: Item[] = []
  for await (const { items, nextCursor } of everyPage(read)) {
    const young = items.filter(({ requestedAt }) => requestedAt >= since)
    found.push(...young.filter(isMeant))
    if (young.length < items.length) break
    if (found.length >= most) return { items: found, isPartial: nextCursor !== undefined }
  }
  return { items: found, isPartial: false }
}
