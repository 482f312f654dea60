/**
 * What of a server's declaration can do harm that does not show: named as what it is, and refused where it comes from
 * outside and has no honest use. Pure.
 */
import type { ServerHazard } from '../../model/server-examination.ts'
import { isThisComputer } from '../../system/this-computer.ts'
import { programOf } from '../../workflow/fetching-programs.ts'
import { showInvisible } from '../../workflow/wording/quote.ts'
import { type CommandWords, fetchedBy, isRaising, readCommand } from './command-words.ts'
import { inContainer, isContainer, isHome, isWholeMachine } from './container-hazards.ts'
import { inFetcher, readFetcher } from './fetcher-hazards.ts'
import type { Finding } from './finding.ts'
import { inInterpreter, isInterpreter } from './interpreter-hazards.ts'

/** As it is written, `${…}` unfilled. */
export interface DeclaredServer {
  command: string | null
  args: readonly string[]
  env: Readonly<Record<string, string>>
  url: string | null
  headers: Readonly<Record<string, string>>
}

/** `isTrusted`: a person, or their own file, has written it. */
export function findHazards(server: DeclaredServer, isTrusted: boolean): ServerHazard[] {
  const words = server.command === null ? null : readCommand(server.command, server.args)
  const found = [
    ...(words === null ? [] : [...inProgram(words), ...inPackages(words)]),
    ...inVariables(server.env),
    ...inAddress(server.url),
    ...inCharacters(server),
  ]
  const each = new Map(found.map((finding) => [`${finding.literal} ${finding.text}`, finding]))
  return [...each.values()].map(({ literal, text, honest = false }) => ({
    level: honest || isTrusted ? 'named' : 'refused',
    literal,
    text,
  }))
}

const VARIABLES: { names: RegExp; text: string; honest?: boolean }[] = [
  {
    names: /^(NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|BUN_OPTIONS|DENO_.*)$/i,
    text: 'Loads other code into every Node program that it starts.',
  },
  {
    names: /^(LD_.*|DYLD_.*|GCONV_PATH)$/i,
    text: 'Loads other code into every program that it starts.',
  },
  { names: /^(PATH|PATHEXT|COMSPEC|SHELL)$/i, text: 'Decides which programs run under well-known names.' },
  {
    names:
      /^(PYTHON(PATH|STARTUP|HOME|USERBASE|INSPECT|WARNINGS|BREAKPOINT)|PERL5(OPT|LIB|DB)|RUBY(OPT|LIB)|_?JAVA_(TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|BASH_ENV|ENV|ZDOTDIR|PROMPT_COMMAND)$/i,
    text: 'Loads other code into every program of that language that it starts.',
  },
  {
    names: /^(GIT_(SSH|SSH_COMMAND|EXEC_PATH|EXTERNAL_DIFF|CONFIG.*|ASKPASS)|EDITOR|VISUAL|PAGER|BROWSER)$/i,
    text: 'Names a program that other programs start.',
  },
  {
    names:
      /^(npm_config_.*registry|PIP_(INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS|TRUSTED_HOST|CONFIG_FILE)|UV_(INDEX.*|DEFAULT_INDEX|EXTRA_INDEX_URL|FIND_LINKS|INSECURE_HOST)|npm_config_(userconfig|globalconfig|prefix|script_shell|node_options)|YARN_.*REGISTRY.*)$/i,
    text: 'Fetches packages from somewhere else than usual.',
  },
  {
    names: /^(NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|GIT_SSL_NO_VERIFY|SSLKEYLOGFILE)$/i,
    text: 'Lets others read or change what it sends over the network.',
  },
  {
    names: /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i,
    text: 'Decides which servers on the network it believes.',
    honest: true,
  },
  {
    names: /^(https?|all|ftp)_proxy$/i,
    text: 'Sends what it does on the network through another server.',
    honest: true,
  },
  { names: /^DOCKER_(HOST|CONTEXT|CONFIG)$/i, text: 'Runs containers somewhere else than on this machine.' },
  {
    names: /^(HOME|USERPROFILE|TMPDIR|XDG_.*)$/i,
    text: 'Moves the folder where it keeps its files.',
    honest: true,
  },
]

function inVariables(env: Readonly<Record<string, string>>): Finding[] {
  return Object.keys(env).flatMap((name) =>
    VARIABLES.filter(({ names }) => names.test(name)).map(({ text, honest }) => ({
      literal: name,
      text,
      ...(honest === undefined ? {} : { honest }),
    })),
  )
}

const FETCH_AND_RUN =
  /\b(curl|wget|iwr|invoke-webrequest|irm)\b[^|;&]*[|;&]+\s*(sudo\s+)?(\S*\/)?(ba|z|da|k)?sh\b|\b(iex|invoke-expression)\b/i

function inProgram(words: CommandWords): Finding[] {
  const { program, args, wrappers, unclear } = words
  const found: Finding[] = wrappers
    .filter(isRaising)
    .map((literal) => ({ literal, text: 'Runs as the administrator of this machine.' }))
  for (const literal of unclear)
    found.push({ literal, text: 'Starts the program in a way that cannot be judged here.' })
  found.push(...inInterpreter(words), ...inContainer(words), ...inFetcher(words))
  const line = args.find((word) => FETCH_AND_RUN.test(word))
  if (line !== undefined)
    found.push({ literal: line, text: 'Fetches a script from the internet and runs it at once.' })
  if (program === 'ssh') found.push({ literal: 'ssh', text: 'Runs on another machine.', honest: true })
  for (const word of isContainer(words) ? [] : args) {
    if (isWholeMachine(word))
      found.push({ literal: word, text: 'Is given files of the whole machine.', honest: true })
    if (isHome(word)) found.push({ literal: word, text: 'Is given your whole home folder.', honest: true })
  }
  const inner = startedBy(words)
  return [...found, ...(inner === null ? inArguments(words) : inProgram(inner)), ...inVariables(words.env)]
}

/** Whoever is not known here can start what its arguments name: `strace bash -c …`. */
function inArguments(words: CommandWords): Finding[] {
  if (isContainer(words) || isInterpreter(words.program)) return []
  return words.args.flatMap((word, index) =>
    isInterpreter(programOf(word)) ? inInterpreter(readCommand(word, words.args.slice(index + 1))) : [],
  )
}

/** Another program that this one starts: `uv run python …`, `npx -p package bash …`, `cmd /c npx …`. */
function startedBy(words: CommandWords): CommandWords | null {
  const { program, args } = words
  const rest =
    program === 'cmd' ? args.filter((word) => !/^\/\w$/.test(word)) : (readFetcher(words)?.rest ?? [])
  const [command, ...behind] = rest
  return command === undefined ? null : readCommand(command, behind)
}

function inPackages(words: CommandWords): Finding[] {
  const fetched = fetchedBy(words)
  if (fetched === null || fetched.isPinned) return []
  const { name, from } = fetched
  if (fetched.isDisguised)
    return [{ literal: name, text: 'Runs something else than its name says: what stands behind the ‘@’.' }]
  const text =
    from === 'address'
      ? 'Runs whatever is at this address at each start, not a published version.'
      : from === 'container'
        ? 'Runs whatever this name stands for when it is fetched. With a digest (@sha256:…) it stays the same.'
        : 'Runs the newest version at each start, whatever is in it then. Name a version to keep it the same.'
  return [{ literal: name, text, honest: true }]
}

function inAddress(url: string | null): Finding[] {
  if (url === null || !URL.canParse(url)) return []
  const { protocol, hostname, username, password } = new URL(url)
  return [
    ...(protocol === 'http:' && !isThisComputer(hostname)
      ? [
          {
            literal: `${protocol}//${hostname}`,
            text: 'Is not encrypted: others on the way can read and change everything, keys too.',
            honest: true,
          },
        ]
      : []),
    ...(username !== '' || password !== ''
      ? [
          {
            literal: `…@${hostname}`,
            text: 'Has a password in the address, where it is easily seen.',
            honest: true,
          },
        ]
      : []),
  ]
}

function inCharacters({ command, args, env, url, headers }: DeclaredServer): Finding[] {
  const texts = [
    command ?? '',
    url ?? '',
    ...args,
    ...Object.entries(env).flat(),
    ...Object.entries(headers).flat(),
  ]
  return texts
    .filter(hidesCharacters)
    .map((literal) => ({ literal, text: 'Holds characters that cannot be seen.' }))
}

/** Lines of a longer value are no secret. */
function hidesCharacters(text: string): boolean {
  const line = text.replace(/[\r\n\t]/g, ' ')
  return showInvisible(line) !== line
}
