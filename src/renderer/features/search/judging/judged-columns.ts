import type { SearchFigures } from '../../../../preload/contract.ts'

export const FIGURES = [
  'ndcg10',
  'mrr',
  'recall1',
  'recall5',
  'recall10',
] as const satisfies (keyof SearchFigures)[]

/** Only the first figure stands where the window is not wide; the totals have all of them. */
export const WIDE_ONLY = 'max-[73.75rem]:hidden'

/** Where query, change, place of the first right answer and figures stand, in the heading and in each row. Pure. */
export function columnsOf(isTried: boolean): string {
  return isTried
    ? 'grid gap-x-3 grid-cols-[minmax(0,1fr)_4.5rem_8rem_repeat(5,5.25rem)] max-[73.75rem]:grid-cols-[minmax(0,1fr)_4.5rem_8rem_5.25rem] max-[47.5rem]:grid-cols-1'
    : 'grid gap-x-3 grid-cols-[minmax(0,1fr)_6.5rem_repeat(5,4.5rem)] max-[73.75rem]:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem] max-[47.5rem]:grid-cols-1'
}
