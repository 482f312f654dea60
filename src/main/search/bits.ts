/** Sets of small numbers, a bit for each. Read back in order, they need no sorting. Pure. */

export function hasBit(bits: Int32Array, at: number): boolean {
  return (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

export function setBit(bits: Int32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
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

/** Takes the positions out of the bits of a block, in order; how many there are. The bits stand from `first` to `end`. */
export function takePositions(bits: Int32Array, into: Uint16Array, first = 0, end = bits.length): number {
  let count = 0
  for (let place = first; place < end; place++) {
    for (let left = bits[place] ?? 0; left !== 0; left &= left - 1)
      into[count++] = (place - first) * 32 + 31 - Math.clz32(left & -left)
    bits[place] = 0
  }
  return count
}
