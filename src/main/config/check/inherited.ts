/**
 * Variables that a program would have in a terminal and does not have here: programs get a fixed few, and what is
 * declared (R2.3), and no shell fills in what they are given. Only those are named that are set where this is checked.
 */
import { ownOf } from '../../model/json.ts'
import { programOf } from '../../workflow/fetching-programs.ts'
import { type Path, type Tree, textsAt } from '../read/tree.ts'
import type { ConnectionDocument } from '../schema/connection.ts'
import type { CheckContext } from './checking.ts'
import { listNames } from './nearest.ts'

/** What well-known programs read, by the name of the program. */
const READ: Readonly<Record<string, readonly string[]>> = {
  aws: ['AWS_PROFILE', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  az: ['AZURE_CONFIG_DIR'],
  cargo: ['CARGO_HOME', 'RUSTUP_HOME'],
  docker: ['DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG'],
  gcloud: ['GOOGLE_APPLICATION_CREDENTIALS', 'CLOUDSDK_CONFIG'],
  gh: ['GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST'],
  git: ['SSH_AUTH_SOCK', 'GIT_SSH_COMMAND', 'GIT_CONFIG_GLOBAL'],
  glab: ['GITLAB_TOKEN', 'GITLAB_HOST'],
  go: ['GOPATH', 'GOPROXY', 'GOPRIVATE'],
  helm: ['KUBECONFIG'],
  kubectl: ['KUBECONFIG'],
  mvn: ['JAVA_HOME', 'MAVEN_OPTS'],
  npm: ['NPM_TOKEN', 'NPM_CONFIG_USERCONFIG', 'NODE_EXTRA_CA_CERTS'],
  npx: ['NPM_TOKEN', 'NPM_CONFIG_USERCONFIG', 'NODE_EXTRA_CA_CERTS'],
  podman: ['CONTAINER_HOST'],
  psql: ['PGHOST', 'PGUSER', 'PGPASSWORD', 'PGDATABASE', 'PGSERVICE'],
  python: ['PYTHONPATH'],
  python3: ['PYTHONPATH'],
  rsync: ['SSH_AUTH_SOCK'],
  scp: ['SSH_AUTH_SOCK'],
  ssh: ['SSH_AUTH_SOCK'],
  terraform: ['TF_CLI_CONFIG_FILE', 'AWS_PROFILE', 'GOOGLE_APPLICATION_CREDENTIALS'],
  uvx: ['UV_INDEX_URL', 'UV_DEFAULT_INDEX'],
}
/** Nothing outside is reached without them where there is a proxy. */
const PROXY = ['HTTPS_PROXY', 'https_proxy']
const PASSED = 'a program gets PATH, HOME, LANG, TMPDIR and what is declared'
const ALWAYS = ['PATH', 'HOME', 'LANG', 'TMPDIR']
/** What a shell takes for a program. */
const SHELL_READS = ['args', 'stdin']
const SHELL = /^(?:ba|da|k|z|a)?sh$/

/** A shell would make the home folder of it. */
export const HOME = /^~(?=[/\\]|$)/

/** What a connection hands on as it stands, but for `${…}`. */
const HANDED = ['args', 'env', 'workingDirectory', 'url', 'baseUrl', 'headers']

export function checkInherited(
  checking: CheckContext,
  tree: Tree,
  connections: Readonly<Record<string, ConnectionDocument>>,
): void {
  const { environment, findings } = checking
  for (const [name, connection] of Object.entries(connections)) {
    const path = ['connections', name]
    const { command, env = {} } = connection.kind === 'rest' ? { command: undefined, env: {} } : connection
    if (command !== undefined) {
      const declared = Object.keys(env)
      const { program, missing } = missingOf(command, declared, environment)
      if (missing.length > 0) {
        const message = `‘${program}’ may read ${listNames(missing, 'and')}, set where you are and not passed on: ${PASSED}. If it needs that, give it as a variable: ${envOf(missing)}.`
        findings.warning([...path, 'command'], message)
      }
    }
    for (const key of HANDED) {
      for (const { path: at, text: value } of textsAt(tree, [...path, key])) {
        if (key === 'args' && command !== undefined && SHELL.test(programOf(command))) {
          warnOfEmpty(checking, value, Object.keys(env), at, true)
          continue
        }
        const [first] = variablesOf(value, environment)
        if (first === undefined) continue
        const { text, name: variable } = first
        const literally = text.startsWith('$') ? `, or $${text} for these characters` : ''
        const message = `‘${text}’ is given as it stands: no shell fills it in. Write \${${variable}}${literally}.`
        findings.warning(at, message)
      }
    }
  }
}

/** `ownCommand`: written at the executor itself, not at its connection. `declared`: the variables that it gets. */
export function checkProgramVariables(
  checking: CheckContext,
  program: {
    command: string
    ownCommand: boolean
    /** What it is given, by its place in the executor. */
    given: readonly (readonly [at: Path, value: unknown])[]
    declared: readonly string[]
  },
  path: Path,
): void {
  const { command, ownCommand, given, declared } = program
  const { environment, findings } = checking
  const { program: name, missing } = missingOf(command, declared, environment)
  if (ownCommand && missing.length > 0) {
    const message = `‘${name}’ may read ${listNames(missing, 'and')}, set where you are and not passed on: ${PASSED}. If it needs that, give it a ‘connection’ of the kind ‘cli’ with ${envOf(missing)}.`
    findings.warning([...path, 'command'], message)
  }
  const own = ownCommand ? [[['command'], command] as const] : []
  for (const [place, value] of [...own, ...given]) {
    if (typeof value === 'string' && HOME.test(value))
      findings.warning(
        [...path, ...place],
        `‘${value}’ is given as it stands: no shell makes a home folder of ‘~’. Write the whole path.`,
      )
  }
  for (const [place, value] of given) {
    if (typeof value !== 'string') continue
    const at = [...path, ...place]
    if (SHELL.test(name) && SHELL_READS.includes(String(place[0]))) {
      warnOfEmpty(checking, value, declared, at, false)
      continue
    }
    const [first] = variablesOf(value, environment)
    if (first === undefined) continue
    const message = `‘${first.text}’ is given as it stands: no shell fills it in. Write the value here; or have the program read the variable, and give it a ‘connection’ of the kind ‘cli’ with ${envOf([first.name])}.`
    findings.warning(at, message)
  }
}

/** In the text of a shell, which has no more variables than any program. */
function warnOfEmpty(
  { environment, findings }: CheckContext,
  text: string,
  declared: readonly string[],
  path: Path,
  isConnection: boolean,
): void {
  const names = variablesOf(text, environment).flatMap((each) => (each.text.startsWith('$') ? each.name : []))
  const missing = names.filter(
    (variable) =>
      !ALWAYS.includes(variable) && !declared.includes(variable) && !text.includes(`${variable}=`),
  )
  if (missing.length === 0) return
  const where = isConnection ? 'write' : 'give it a ‘connection’ of the kind ‘cli’ with'
  const message = `${listNames(missing, 'and')} will be empty here, though set where you are: ${PASSED}. To pass it on, ${where} ${envOf(missing)}.`
  findings.warning(path, message)
}

function missingOf(command: string, declared: readonly string[], environment: CheckContext['environment']) {
  const program = programOf(command)
  const reads = ownOf(READ, program) ?? []
  const missing = [...reads, ...(reads.length > 0 ? PROXY : [])].filter(
    (variable) => environment[variable] !== undefined && !declared.includes(variable),
  )
  return { program, missing }
}

/** As shells name them, `$NAME` or `%NAME%`, of those that are set here; `$$` is how to write a dollar sign. */
function variablesOf(
  text: string,
  environment: CheckContext['environment'],
): { text: string; name: string }[] {
  const found = [...text.matchAll(/(?<!\$)\$([A-Za-z_]\w*)|%([A-Za-z_]\w*)%/g)].map(
    ([written, unix, windows]) => [written, unix ?? windows ?? ''] as const,
  )
  return [...new Map(found)]
    .map(([written, name]) => ({ text: written, name }))
    .filter(({ name }) => environment[name] !== undefined)
}

function envOf(variables: readonly string[]): string {
  return `env: { ${variables.map((variable) => `${variable}: "\${${variable}}"`).join(', ')} }`
}
