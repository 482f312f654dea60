const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** “812 bytes”, “4.2 MiB”. Pure. */
export function sayBytes(bytes: number): string {
  let unit = 0
  let amount = bytes
  for (; amount >= 1024 && unit < UNITS.length - 1; unit += 1) amount /= 1024
  const digits = unit === 0 || amount >= 100 ? 0 : 1
  return `${amount.toFixed(digits)} ${UNITS[unit]}`
}
