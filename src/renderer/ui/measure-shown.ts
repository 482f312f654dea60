import { measureElement, type Virtualizer } from '@tanstack/react-virtual'

/**
 * The height of a row, in pixels. Of a list that a narrow window hides every row has none: each keeps the one that it
 * had, or as many rows as there are would fit into nothing, and all of them would be drawn.
 */
export function measureShown(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<HTMLDivElement, Element>,
): number {
  const height = measureElement(row, entry, list)
  if (height > 0) return height
  const index = list.indexFromElement(row)
  return list.measurementsCache[index]?.size ?? list.options.estimateSize(index)
}
