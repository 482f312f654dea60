/** What a server will be able to do to this machine, and what it is told: sentences for a person. Pure. */

import { isThisComputer } from '../../system/this-computer.ts'
import { maskKeys } from '../../workflow/wording/key-like.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import { type FetchedPackage, fetchedBy, readCommand } from './command-words.ts'
import { mountsIn } from './container-hazards.ts'
import type { DeclaredServer } from './hazards.ts'

export function sayTouches(server: DeclaredServer, secrets: readonly string[]): string[] {
  return [
    ...(server.command === null ? [] : sayProgram(server.command, server.args)),
    ...(server.url === null ? [] : sayAddress(server.url)),
    ...secrets.map((name) => `Gets the secret ‘${name}’.`),
  ]
}

function sayProgram(command: string, args: readonly string[]): string[] {
  const words = readCommand(command, args)
  const fetched = fetchedBy(words)
  if (fetched?.from === 'container') {
    const { mounts, isAll } = mountsIn(words)
    const folders = mounts.map(
      ({ source, isReadOnly }) => `${quoteSaying(source)}${isReadOnly ? ' (only to read)' : ''}`,
    )
    return [
      `Runs the container ${quoteSaying(fetched.name)}, which is fetched when this machine does not have it.`,
      ...(folders.length === 0 ? [] : [`Sees these folders of this machine: ${folders.join(', ')}.`]),
      ...(isAll
        ? folders.length === 0
          ? ['No folder of this machine is given to it in this command.']
          : []
        : ['Its options can give it more of this machine than is said here.']),
      'Can use the network.',
    ]
  }
  const folders = args.filter((word) =>
    /^(\/|~|[A-Za-z]:[\\/]|\$\{HOME\}|\$\{COUNTERSIGN_WORKSPACE\})/.test(word),
  )
  const told = folders.filter((word) => !/\.(js|mjs|cjs|ts|py|jar|rb)$/.test(word))
  return [
    ...(fetched === null ? [] : [sayFetched(fetched)]),
    'Runs as you: unless the sandbox prevents it, this program can read and change every file that you can, and use the network.',
    ...(told.length === 0
      ? []
      : [`Is told of: ${told.map((word) => quoteSaying(maskKeys(word))).join(', ')}.`]),
  ]
}

function sayFetched({ name, from, isDisguised }: FetchedPackage): string {
  const what = quoteSaying(maskKeys(name))
  if (from === 'project') return `Runs ${what}, and downloads from PyPI what its project needs and lacks.`
  return `Downloads ${what} from ${isDisguised || from === 'address' ? 'the internet' : from} and runs it.`
}

function sayAddress(url: string): string[] {
  const { host, hostname } = URL.canParse(url) ? new URL(url) : { host: maskKeys(url), hostname: '' }
  const sent = `every call and its arguments are sent to ${quoteSaying(host)}.`
  return isThisComputer(hostname)
    ? [`Runs on this computer: ${sent}`, 'Somebody else starts it: what it can do here is not known.']
    : [`Runs elsewhere: ${sent}`, 'Touches nothing on this machine by itself.']
}
