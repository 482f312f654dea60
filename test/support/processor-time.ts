/** Milliseconds of processor time that `run` takes, which other processes on a busy machine do not lengthen much. */
export function measureProcessorTime(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
