/** Which lock fits a program, and what each would break. Pure. */
import type { Sandbox } from '../../model/configuration.ts'
import type { SandboxMode, ServerSandbox } from '../../model/server-examination.ts'
import { type CommandWords, fetchedBy } from './command-words.ts'

/** `possible`: what this system can. `usesNetwork`: it is given a key or an address. */
export function chooseSandbox(
  words: CommandWords,
  possible: readonly Sandbox['mode'][],
  usesNetwork: boolean,
): ServerSandbox {
  const modes: SandboxMode[] = ['none', ...possible]
  const none = (reason: string): ServerSandbox => ({ modes, suggested: 'none', reason })
  if (possible.length === 0)
    return none(
      process.platform === 'linux'
        ? 'This system cannot lock a program in. Install bubblewrap and allow unprivileged user namespaces.'
        : 'This system cannot lock a program in.',
    )
  const fetched = fetchedBy(words)
  if (fetched?.from === 'container')
    return none('A container is a lock of its own. Look at the folders that it gets.')
  if (fetched !== null)
    return none(
      `${words.program} needs the network to fetch ${fetched.from === 'project' ? 'what the server needs' : 'the server'}, and writes it to a cache: each lock would break that. To lock the server in, install it and write the path of its program.`,
    )
  const wanted = usesNetwork ? 'readOnly' : 'noNetwork'
  if (!possible.includes(wanted)) return none('This system cannot do the lock that fits.')
  return {
    modes,
    suggested: wanted,
    reason:
      wanted === 'readOnly'
        ? 'It is given a key or an address, so it needs the network. It can then write no file: a server that keeps files of its own breaks.'
        : 'Nothing in it says that it needs the network. It can still change files. A server that asks a web service breaks.',
  }
}
