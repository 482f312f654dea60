/** Whether what is asked for there never leaves this computer. `hostname`: as `URL` has it. Pure. */
export function isThisComputer(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
}
