/** Who the system says is at the keyboard. Imports nothing but Node. */
import { userInfo } from 'node:os'

/** A container may run as a user whom the system does not know by name. */
export function systemUser(ask: () => { username: string } = userInfo, environment = process.env): string {
  try {
    return ask().username
  } catch {
    return environment.USER || environment.USERNAME || 'user'
  }
}
