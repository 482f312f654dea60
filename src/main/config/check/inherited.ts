/**
 * Variables that a program would find in a terminal and does not find here: programs get a fixed few, and what their
 * connection declares (R2.3). Only those are named that are set where this is checked.
 */
import { basename } from 'node:path'
import { listNames } from './nearest.ts'
import type { Subject } from './subject.ts'

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
  npm: ['NPM_TOKEN', 'NPM_CONFIG_USERCONFIG'],
  npx: ['NPM_TOKEN', 'NPM_CONFIG_USERCONFIG'],
  podman: ['CONTAINER_HOST'],
  psql: ['PGHOST', 'PGUSER', 'PGPASSWORD', 'PGDATABASE', 'PGSERVICE'],
  python: ['PYTHONPATH', 'VIRTUAL_ENV'],
  python3: ['PYTHONPATH', 'VIRTUAL_ENV'],
  rsync: ['SSH_AUTH_SOCK'],
  scp: ['SSH_AUTH_SOCK'],
  ssh: ['SSH_AUTH_SOCK'],
  terraform: ['TF_CLI_CONFIG_FILE', 'AWS_PROFILE', 'GOOGLE_APPLICATION_CREDENTIALS'],
  uvx: ['UV_INDEX_URL', 'UV_DEFAULT_INDEX'],
}
/** Nothing outside is reached without them where there is a proxy. */
const PROXY = ['HTTPS_PROXY', 'https_proxy', 'NODE_EXTRA_CA_CERTS']

export function checkInherited({ document, environment, findings }: Subject): void {
  for (const [name, connection] of Object.entries(document.connections ?? {})) {
    if (connection.kind === 'rest' || connection.command === undefined) continue
    const program = basename(connection.command).replace(/\.(?:exe|cmd)$/i, '')
    const reads = Object.hasOwn(READ, program) ? (READ[program] ?? []) : []
    const declared = new Set(Object.keys(connection.env ?? {}))
    const missing = [...reads, ...(reads.length > 0 ? PROXY : [])].filter(
      (variable) => environment[variable] !== undefined && !declared.has(variable),
    )
    if (missing.length === 0) continue
    const env = missing.map((variable) => `${variable}: "\${${variable}}"`).join(', ')
    const message = `‘${program}’ may read ${listNames(missing, 'and')}, set where you are and not passed on: a program gets PATH, HOME, LANG, TMPDIR and what its connection declares. If it needs that, write env: { ${env} }.`
    findings.warning(['connections', name, 'command'], message)
  }
}
