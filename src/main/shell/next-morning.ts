/** The next time that a clock on the wall shows this, at least an hour away. Pure. */
export function nextMorning(now: Date): Date {
  const morning = new Date(now)
  morning.setHours(9, 0, 0, 0)
  if (morning.getTime() - now.getTime() < 3_600_000) morning.setDate(morning.getDate() + 1)
  return morning
}
