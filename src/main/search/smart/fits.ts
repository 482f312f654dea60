/**
 * Which entries have enough of what a query asks for: a bit for each. So all that match are counted without being
 * looked at again, and only those that may be among the best are.
 */

/** Whether a text's matched worth is enough. */
interface FitLine {
  /** What is more, is enough. */
  surely: number
  /** What is less, is not. Between them the share decides. */
  barely: number
  isEnough(matched: number): boolean
}

/** Above zero in 32 bits: what has anything of a text has a share of it. */
const LEAST_FIT = 1e-30
/** More than the rounding of 32 bits. */
const ROUNDING = 1e-6

/** The share of what a text asks for, `asked`, that an entry has. */
export function shareOfAsked(matched: number, asked: number): number {
  return Math.fround(Math.max(matched / asked, LEAST_FIT))
}

export function drawFitLine(asked: number, leastMatch: number): FitLine {
  const line = asked * leastMatch
  return {
    surely: line * (1 + ROUNDING),
    barely: line * (1 - ROUNDING),
    isEnough: (matched) => shareOfAsked(matched, asked) >= leastMatch,
  }
}

export function hasBit(bits: Int32Array, at: number): boolean {
  return (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

export function clearBit(bits: Int32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) & ~(1 << (at & 31))
}

/** Clears the bits of what is not accepted. */
export function keepAccepted(bits: Int32Array, accepted: (at: number) => boolean): void {
  for (let place = 0; place < bits.length; place++) {
    for (let left = bits[place] ?? 0; left !== 0; left &= left - 1) {
      const at = place * 32 + 31 - Math.clz32(left & -left)
      if (!accepted(at)) clearBit(bits, at)
    }
  }
}

export function countBits(bits: Int32Array): number {
  let count = 0
  for (let place = 0; place < bits.length; place++) {
    let left = bits[place] ?? 0
    if (left === 0) continue
    // Adds up neighbours: pairs, fours, eights, then all of them.
    left -= (left >>> 1) & 0x5555_5555
    left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333)
    count += Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
  }
  return count
}
