/** What the bench prints, and the few sums it takes to get there. */

/** One line of output. */
export interface Figure {
  figure: string
  value: number
  unit: string
  /** `value` divided by the baseline, which was measured in the same run. */
  ratio?: number
  /** The baseline in words, with its own value. */
  against?: string
  /** What else tells this line from others of the same name. */
  [detail: string]: string | number | boolean
}

/** What a group of figures works with. */
export interface Bench {
  print(figure: Figure): void
  /** Called when the group is over, also after a failure; the last one that was added comes first. */
  onEnd(close: () => unknown): void
  /** The group has taken too long: nothing more is to be started. */
  signal: AbortSignal
}

export interface Group {
  name: string
  /** Every name of a figure that it prints. */
  figures: readonly string[]
  /** It is stopped, as a failure, after this time. */
  withinSeconds: number
  run(bench: Bench): Promise<void>
}

/** A figure's ratio to a baseline of the same unit. */
export function against(
  value: number,
  baseline: { name: string; value: number; unit: string },
): { value: number; unit: string; ratio: number; against: string } {
  const { name, unit } = baseline
  return { value, unit, ratio: value / baseline.value, against: `${name}: ${brief(baseline.value)} ${unit}` }
}

export function writeLine(figure: Figure): string {
  return JSON.stringify(figure, (_key, value: unknown) => (typeof value === 'number' ? brief(value) : value))
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  const value = sorted[Math.floor((sorted.length - 1) * share)]
  if (value === undefined) throw new Error('Nothing was measured.')
  return value
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Four digits: nothing here is known better. */
function brief(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4))
}
