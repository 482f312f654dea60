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
