/** The licences of what is inside the product, for the settings page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

/** Built into the window; the others are dependencies of the main process. */
const IN_THE_WINDOW = [
  ...[
    'react',
    'react-dom',
    '@tanstack/react-query',
    '@tanstack/react-virtual',
    '@base-ui/react',
    '@xyflow/react',
  ],
  ...['elkjs', '@rjsf/core', '@cfworker/json-schema', 'lucide-react', 'cmdk', 'sonner', 'zustand', 'wouter'],
  ...['tailwindcss', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono', 'electron'],
]

interface Package {
  name?: string
  license?: string
  dependencies?: Record<string, string>
}

/** Leaves out what is not installed here. */
export function readLicences(): { name: string; licence: string }[] {
  const root = packageRoot()
  const own = readPackage(root)
  const names = [...Object.keys(own?.dependencies ?? {}), ...IN_THE_WINDOW].sort()
  return names.flatMap((name) => {
    const found = readPackage(join(root, 'node_modules', name))
    return found ? [{ name, licence: found.license ?? 'see its folder' }] : []
  })
}

function readPackage(folder: string): Package | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  } catch {
    return null
  }
}
