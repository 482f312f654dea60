/** Which versions a package has, from where npm and uv would fetch it. */
import { readFile } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import type { NewerVersions } from '../../../../preload/contract.ts'
import { compareVersions, isFinished } from '../../../model/compare-versions.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.ts'
import type { Person } from '../../clients/files/known-clients.ts'
import { DeskFault } from '../../fault.ts'
import { fetchJson } from '../fetch-json.ts'
import type { Pin } from './pinned-package.ts'

export interface PackageVersions {
  latest: string | null
  versions: NewerVersions['newer']
}

export interface PackageSource {
  /** Without a slash at its end. */
  address: string
  /** For this address alone. */
  token: string | null
}

const NPM = 'https://registry.npmjs.org'
const PYPI = 'https://pypi.org'

export async function sourceOf(pin: Pick<Pin, 'kind' | 'package'>, person: Person): Promise<PackageSource> {
  if (pin.kind === 'pypi') return { address: PYPI, token: null }
  const { environment } = person
  const settings = await readNpmSettings(person)
  const scope = /^(@[^/]+)\//.exec(pin.package)?.[1]
  const named =
    (scope === undefined ? undefined : settings.get(`${scope}:registry`)) ??
    environment.npm_config_registry ??
    environment.NPM_CONFIG_REGISTRY ??
    settings.get('registry')
  const address = named !== undefined && /^https?:\/\//.test(named) && URL.canParse(named) ? named : NPM
  const url = new URL(address)
  const path = url.pathname.replace(/\/*$/, '/')
  const token = settings.get(`//${url.host}${path}:_authToken`) ?? settings.get(`//${url.host}/:_authToken`)
  return { address: `${url.origin}${path.replace(/\/$/, '')}`, token: token ?? null }
}

/** What npm is configured with for this person. */
async function readNpmSettings({ home, platform, environment }: Person): Promise<Map<string, string>> {
  const { join } = platform === 'win32' ? win32 : posix
  const file = environment.NPM_CONFIG_USERCONFIG ?? environment.npm_config_userconfig ?? join(home, '.npmrc')
  const text = await readFile(file, 'utf8').catch(() => '')
  const entries = text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const found = /^\s*([^;#=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line)
    if (found?.[1] === undefined || found[2] === undefined) return []
    const value = found[2].replace(/^"(.*)"$/, '$1')
    return [[found[1], value.replace(/\$\{([^}]+)\}/g, (whole, name: string) => environment[name] ?? whole)]]
  })
  return new Map(entries)
}

/** @throws DeskFault REJECTED with a sentence */
export async function findVersions(
  pin: Pick<Pin, 'kind' | 'package'>,
  source: PackageSource,
): Promise<PackageVersions> {
  const name = pin.package.replace(/\[.*\]$/, '')
  const path = pin.kind === 'npm' ? `/${name.replace('/', '%2f')}` : `/pypi/${encodeURIComponent(name)}/json`
  const answer = await fetchJson({
    address: new URL(`${source.address}${path}`),
    token: source.token,
    who: pin.kind === 'npm' ? 'The npm registry' : 'The Python package index',
    // Everything else about each version would be many times as much.
    ...(pin.kind === 'npm' ? { accept: 'application/vnd.npm.install-v1+json' } : {}),
  })
  if (!isJsonObject(answer))
    throw new DeskFault('REJECTED', `There is no package ‘${name}’ at ${source.address}.`)
  return pin.kind === 'npm' ? readNpm(answer) : readPypi(answer)
}

function readNpm(answer: JsonObject): PackageVersions {
  const tags = objectOf(answer['dist-tags'])
  return {
    latest: typeof tags.latest === 'string' ? tags.latest : null,
    versions: Object.entries(objectOf(answer.versions)).map(([version, facts]) => ({
      version,
      publishedAt: null,
      isDeprecated: typeof objectOf(facts).deprecated === 'string',
    })),
  }
}

function readPypi(answer: JsonObject): PackageVersions {
  const { version } = objectOf(answer.info)
  return {
    latest: typeof version === 'string' ? version : null,
    versions: Object.entries(objectOf(answer.releases)).flatMap(([name, files]) => {
      const given = Array.isArray(files) ? files.map(objectOf) : []
      if (given.length === 0) return []
      const at = given[0]?.upload_time_iso_8601
      const isKnown = typeof at === 'string' && !Number.isNaN(Date.parse(at))
      return [
        {
          version: name,
          publishedAt: isKnown ? new Date(at).toISOString() : null,
          isDeprecated: given.every(({ yanked }) => yanked === true),
        },
      ]
    }),
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

const MOST = 50

/** Newest first; what is not finished only for whoever has such a version already. */
export function newerThan(version: string, { versions }: PackageVersions): PackageVersions['versions'] {
  return versions
    .filter((each) => compareVersions(each.version, version) > 0)
    .filter((each) => isFinished(each.version) || !isFinished(version))
    .sort((one, other) => compareVersions(other.version, one.version))
    .slice(0, MOST)
}
