/** What a child process may know of ours: a fixed safe set, plus what its connection declares (R2.3). */
import { mapEntries } from '../../model/json.ts'

const SAFE = ['PATH', 'HOME', 'LANG', 'TMPDIR']

/** Windows programs do not start, or do not find their own files, without these. */
const SAFE_ON_WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
]

/** Names are compared without case on Windows, where `Path` and `PATH` are one variable. */
export function safeEnvironment(
  parent: Record<string, string | undefined>,
  declared: Record<string, string>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const windows = platform === 'win32'
  const fold = (name: string) => (windows ? name.toUpperCase() : name)
  const safe = new Set(windows ? [...SAFE, ...SAFE_ON_WINDOWS] : SAFE)
  const declaredNames = new Set(Object.keys(declared).map(fold))
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined || !safe.has(fold(name)) || declaredNames.has(fold(name))) continue
    environment[name] = value
  }
  return { ...environment, ...declared }
}

/** Electron's own binary runs a script only when it is told to be Node. */
export function runAsNode(command: string): Record<string, string> {
  return process.versions.electron !== undefined && command === process.execPath
    ? { ELECTRON_RUN_AS_NODE: '1' }
    : {}
}

export function resolveValues(
  values: Record<string, string>,
  resolve: (text: string) => string,
): Record<string, string> {
  return mapEntries(values, (text) => resolve(text))
}
