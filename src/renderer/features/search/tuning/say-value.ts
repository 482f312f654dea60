import { sayChange } from '../../../items/figures.ts'
import type { Value } from '../profiles/profile-settings.ts'
import { tuningWords as words } from './tuning-words.ts'

/** A setting's value for a person; of a list, how much of it was changed. Pure. */
export function sayValue(value: Value): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 3 })
  if (typeof value === 'boolean') return value ? words.on : words.off
  return words.changed(value.add.length, value.remove.length)
}

/** A figure between 0 and 1. Pure. */
export function sayFigure(figure: number): string {
  return figure.toFixed(3)
}

/** What a figure has gained or lost, with its sign. Pure. */
export function sayGain(before: number, after: number): string {
  return sayChange(before, after, 3) || '±0'
}
