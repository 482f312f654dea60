/** What of this machine a container gets. What is not known to be harmless is said. Pure. */
import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { type OptionRules, type ProgramWords, type ReadOption, readOptions } from './read-options.ts'

/** Before the word that says what is to be done. */
const PROGRAM_OPTIONS: OptionRules = { valued: /^(-[Hcl]|--(host|context|config|log-level))$/, flags: /^-D$/ }

const VALUES_INSIDE =
  /^(-[aehlmuwpc]|--(attach|name|env|label|workdir|user|entrypoint|platform|memory|memory-swap|cpus|cpu-shares|pull|hostname|cap-drop|pids-limit|tmpfs|stop-timeout|stop-signal|ulimit|restart|shm-size|add-host|expose|publish|dns|log-driver|detach-keys))$/
const JUDGED =
  /^(-v|--(volume|mount|env-file|cap-add|device|security-opt|volumes-from|pid|ipc|userns|uts|cgroupns|net|network))$/
const RUN_OPTIONS: OptionRules = {
  valued: new RegExp(`${VALUES_INSIDE.source}|${JUDGED.source}`),
  flags:
    /^(-[itdqP]|--(rm|init|interactive|tty|detach|read-only|quiet|sig-proxy|no-healthcheck|publish-all|privileged))$/,
}

/** `run`, and what else starts a program in a container; null: it does something else. */
function readContainer({ args }: ProgramWords) {
  const before = readOptions(args, PROGRAM_OPTIONS)
  const rest = before.rest[0] === 'container' ? before.rest.slice(1) : before.rest
  const [does = '', ...behind] = rest
  const isRun = ['run', 'exec', 'start', 'attach'].includes(does)
  return { before: before.options, does, run: isRun ? readOptions(behind, RUN_OPTIONS) : null }
}

export function imageIn(words: ProgramWords): string | undefined {
  return readContainer(words).run?.rest[0]
}

export function isContainer({ program }: ProgramWords): boolean {
  return program === 'docker' || program === 'podman'
}

export function inContainer(words: ProgramWords): Finding[] {
  if (!isContainer(words)) return []
  const { before, does, run } = readContainer(words)
  const elsewhere = sayElsewhere(before)
  if (run === null) {
    const isKnown = does === 'mcp' || does === ''
    const text = 'Does something with containers that cannot be judged here.'
    return isKnown ? elsewhere : [...elsewhere, { literal: `${words.program} ${does}`, text }]
  }
  return [...elsewhere, ...run.options.flatMap(judgeOption), ...mountsOf(run.options).map(judgeMount)]
}

function sayElsewhere(before: readonly ReadOption[]): Finding[] {
  return before
    .filter(({ name }) => !/^(-D|-l|--log-level)$/.test(name))
    .map(({ literal }) => ({ literal, text: 'Runs containers somewhere else, or otherwise than usual.' }))
}

const POWERS = /^--(cap-add|device|security-opt|volumes-from)$/
const WALLS = /^--(pid|ipc|userns|uts|cgroupns)$/
const OWN = /^(private|none|shareable|auto|keep-id|nomap)$/

function judgeOption({ name, value, literal, isUnknown }: ReadOption): Finding[] {
  if (name === '--privileged' && !/^(false|f|0)$/i.test(value ?? ''))
    return [{ literal, text: 'Gives the container full power over this machine.' }]
  if (POWERS.test(name))
    return [{ literal, text: 'Gives the container more power over this machine than usual.' }]
  if (WALLS.test(name) && !OWN.test(value ?? ''))
    return [{ literal, text: 'Takes away the wall between the container and this machine.' }]
  if (/^--net(work)?$/.test(name) && /^(host|container:)/.test(value ?? ''))
    return [{ literal, text: 'Lets the container reach programs on this machine.', honest: true }]
  if (name === '--env-file')
    return [{ literal, text: 'Hands over the variables of a whole file.', honest: true }]
  if (name === '--mount' && /volume-opt|volume-driver|["\r\n]/i.test(value ?? ''))
    return [{ literal: value ?? literal, text: 'Can give the container any files of this machine.' }]
  return isUnknown
    ? [{ literal, text: 'Changes what the container may do, in a way that cannot be judged here.' }]
    : []
}

interface Mount {
  source: string
  isReadOnly: boolean
}

/** Folders of this machine that a container gets; `isAll`: nothing else of the command gives it more. */
export function mountsIn(words: ProgramWords): { mounts: Mount[]; isAll: boolean } {
  const { before, run } = readContainer(words)
  if (run === null) return { mounts: [], isAll: false }
  const isPlain = run.options.flatMap(judgeOption).every(({ honest }) => honest === true)
  return { mounts: mountsOf(run.options), isAll: isPlain && sayElsewhere(before).length === 0 }
}

function mountsOf(run: readonly ReadOption[]): Mount[] {
  const mounts = run.flatMap(({ name, value }): Mount[] => {
    if (value === null) return []
    if (name === '-v' || name === '--volume') {
      const [, source = '', rest = ''] = /^([A-Za-z]:[\\/][^:]*|[^:]*):?(.*)$/s.exec(value) ?? []
      return [{ source, isReadOnly: rest.split(/[:,]/).includes('ro') }]
    }
    if (name !== '--mount') return []
    const parts = value.split(',')
    const isReadOnly = parts.some((part) => /^(readonly|ro)(=true|=1)?$/i.test(part))
    return parts
      .filter((part) => /^(source|src)=/i.test(part))
      .map((part) => ({ source: part.replace(/^[^=]*=/, ''), isReadOnly }))
  })
  // Other names are volumes that the container system keeps.
  return mounts.filter(({ source }) => /^[./~$\\]|^[A-Za-z]:/.test(source))
}

const WHOLE_MACHINE =
  /^(\/|\/(etc|root|home|Users|var|var\/run|var\/lib|run|proc|sys|dev|boot|usr|mnt|media|Volumes|private)|[A-Za-z]:[\\/]?)\/?$/
const HOME = /^(~|\$\{?HOME\}?|\$\{?USERPROFILE\}?|\/(home|Users)\/[^/]+|[A-Za-z]:\\Users\\[^\\]+)[\\/]?$/

export function isWholeMachine(path: string): boolean {
  return WHOLE_MACHINE.test(path.startsWith('/') ? posix.normalize(path).replace(/^\/+/, '/') : path)
}

export function isHome(path: string): boolean {
  return HOME.test(path.startsWith('/') ? posix.normalize(path).replace(/^\/+/, '/') : path)
}

function judgeMount({ source, isReadOnly }: Mount): Finding {
  if (/(docker|podman|containerd)\S*\.sock/.test(source))
    return { literal: source, text: 'Gives the container full power over this machine: it can start others.' }
  if (isWholeMachine(source))
    return { literal: source, text: 'Gives the container files of the whole machine.' }
  if (isHome(source))
    return { literal: source, text: 'Gives the container your whole home folder.', honest: true }
  const does = isReadOnly ? 'read' : 'read and change'
  return { literal: source, text: `Lets the container ${does} this folder.`, honest: true }
}
