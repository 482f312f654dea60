/** Pages that are made anew at each build, into `docs/generated`, which git ignores: nobody has to keep them true. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Schema, writeReference } from './reference.ts'

/** Folders of the repository whose files the site shows, by the heading over them. */
const SHOWN = { packaging: 'For services and containers', examples: 'Examples' }

const LANGUAGES: Record<string, string> = {
  '.yaml': 'yaml',
  '.json': 'json',
  '.plist': 'xml',
  '.ps1': 'powershell',
  '.service': 'ini',
}

/** @param docs the folder `docs` of a checkout, absolute */
export function writeGeneratedPages(docs: string): void {
  const resources = join(docs, '../resources')
  const folder = join(docs, 'generated')
  mkdirSync(join(folder, 'public'), { recursive: true })
  copyFileSync(join(resources, 'icons/icon.svg'), join(folder, 'public/icon.svg'))
  const schema = JSON.parse(readFileSync(join(resources, 'gateway.schema.json'), 'utf8')) as Schema
  writeFileSync(join(folder, 'configuration-keys.md'), writeReference(schema))
  writeFileSync(join(folder, 'files.md'), writeFiles(resources))
}

function writeFiles(resources: string): string {
  const parts = Object.entries(SHOWN).map(([name, title]) => {
    const folder = join(resources, name)
    const files = readdirSync(folder)
      .sort()
      .filter(
        (file) =>
          statSync(join(folder, file)).isFile() && /^Dockerfile$|\.(yaml|service|plist|ps1)$/.test(file),
      )
    return `## ${title} {#${name}}\n\n${files.map((file) => showFile(join(folder, file), file)).join('\n')}`
  })
  return `# Files to copy\n\nThey come along with every package of Countersign, in its folder \`resources\`.\n\n${parts.join('\n')}`
}

function showFile(path: string, name: string): string {
  const language = LANGUAGES[extname(name)] ?? (name === 'Dockerfile' ? 'docker' : 'txt')
  return `### ${name}\n\n\`\`\`\`${language}\n${readFileSync(path, 'utf8').trimEnd()}\n\`\`\`\`\n`
}
