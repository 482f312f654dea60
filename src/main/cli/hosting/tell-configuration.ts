/** What becomes of a changed configuration, in the terminal of whoever runs the gateway: there may be no desk open. */
import type { Gateway } from '../../gateway.ts'
import { formatProblem } from '../problems.ts'

type Disk = ReturnType<Gateway['live']['status']>['disk']

const STAYS = 'What was in force before stays so.'

/** Each change once, at once if one waits already. `desk`: there is one, with its links in this terminal. Returns the way to stop. */
export function tellConfiguration(
  gateway: Pick<Gateway, 'live' | 'onChange' | 'redact'>,
  write: (text: string) => void,
  { desk }: { desk: boolean },
): () => void {
  let told = keyOf({ kind: 'same' })
  const look = () => {
    const { disk, path } = gateway.live.status()
    const now = keyOf(disk)
    if (now === told) return
    told = now
    const lines = linesFor(disk, path, desk)
    write(`${gateway.redact(lines.join('\n'))}\n`)
  }
  look()
  return gateway.onChange(({ topic }) => {
    if (topic === 'configuration') look()
  })
}

/** When it was refused is known twice, and not to the same instant. */
function keyOf(disk: Disk): string {
  return JSON.stringify({ ...disk, at: null })
}

function linesFor(disk: Disk, path: string, desk: boolean): string[] {
  switch (disk.kind) {
    case 'invalid':
      return [
        `The configuration ${path} was changed and has errors. ${STAYS}`,
        ...disk.problems.map(formatProblem),
      ]
    case 'waiting':
      return [
        `The configuration ${path} was changed, and a person must accept that. ${STAYS} ` +
          `${desk ? 'Accept it at the desk (Enter prints a link)' : 'Start this with --desk to see and accept it there'}, ` +
          'or stop this and start it again: whoever starts it stands for what is on the disk.',
      ]
    case 'refused':
      return [`${disk.by.replace(/^human:/, '')} has refused the changed configuration ${path}. ${STAYS}`]
    case 'same':
      return [`The configuration ${path} is in force as it is on the disk.`]
  }
}
