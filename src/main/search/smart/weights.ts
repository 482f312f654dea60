/** What a mention of a word weighs under some settings. */
import { SEARCH_FIELDS, type SmartSettings } from '../../model/search-profile.ts'
import { fieldOfCell, ITEM_SHIFT, MOST_COUNTED, MOST_LENGTH, SPLIT_FLAG } from './cells.ts'
import { FIELD_COUNT, type SmartData } from './smart-index.ts'

export interface Weigher {
  /** The weight of the mentions in a field, by their number and the length of the field. */
  weigh(cell: number): number
  /** From the weights of all mentions, 0 to 1: the tenth adds less than the first. */
  saturate(weight: number): number
  /** What one mention weighs where the field is shorter than MOST_LENGTH, by `placeOf`. */
  weights: Float64Array
}

/** With `repeat` 1, this weight of mentions is worth half of what any number of them is. */
const HALF_WORTH = 3
/** Of a cell, without its count and its item: the field, and whether the word is a part of a name. */
const KINDS = 16
const LENGTHS = MOST_LENGTH + 1

export function createWeigher(
  { lengths, meanLengths, longest }: SmartData,
  settings: SmartSettings,
): Weigher {
  const half = settings.repeat * HALF_WORTH
  const weights = new Float64Array(KINDS * LENGTHS)

  function weighOne(field: number, length: number): number {
    const name = SEARCH_FIELDS[field]
    const mean = meanLengths[field] ?? 1
    if (name === undefined) return 0
    return settings.weights[name] / (1 - settings.length + (settings.length * length) / mean || 1)
  }

  for (let kind = 0; kind < KINDS; kind++) {
    const cell = kind << KIND_SHIFT
    if ((cell & SPLIT_FLAG) !== 0 && !settings.splitNames) continue
    const field = fieldOfCell(cell)
    const most = Math.min(longest[field] ?? 0, MOST_LENGTH)
    for (let length = 0; length <= most; length++) weights[placeOf(cell, length)] = weighOne(field, length)
  }

  return {
    weigh(cell) {
      if ((cell & SPLIT_FLAG) !== 0 && !settings.splitNames) return 0
      const field = fieldOfCell(cell)
      const length = lengths[(cell >>> ITEM_SHIFT) * FIELD_COUNT + field] ?? 0
      return weighOne(field, length) * ((cell % MOST_COUNTED) + 1)
    },
    saturate: (weight) => weight / (half + weight),
    weights,
  }
}

const KIND_SHIFT = 4

/** Where `weights` has what one mention of the cell weighs. */
export function placeOf(cell: number, length: number): number {
  return ((cell >>> KIND_SHIFT) & (KINDS - 1)) * LENGTHS + length
}
