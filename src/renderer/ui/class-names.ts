/**
 * The design system: parts that know no word of the product. Each part is one file.
 * May import: React, base-ui and small presentational libraries; nothing of the desk.
 */
import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['xs', 'sm', 'base', 'md', 'lg', 'xl', '2xl'] }] } },
})

/** Joins class names; a later one wins over an earlier one of the same property. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values))
}
