/**
 * An MCP bundle (`.mcpb`, manifest 0.3) that starts the gateway of this computer: Claude Desktop installs it with one
 * click. It holds no copy of Countersign, only what starts the launcher. Pure. May import: nothing of ours.
 */
import { writeZip } from './zip.ts'

export interface BundleFacts {
  version: string
  platform: NodeJS.Platform
  pipe: { command: string; args: readonly string[] }
  /** In the spelling that Claude Desktop takes. */
  tools: readonly { name: string; description: string }[]
}

const SCRIPT = 'server/index.js'

export function writeBundle(facts: BundleFacts): Buffer {
  return writeZip([
    { name: 'manifest.json', content: Buffer.from(`${JSON.stringify(writeManifest(facts), null, 2)}\n`) },
    { name: SCRIPT, content: Buffer.from(writeScript(facts)) },
  ])
}

export function writeManifest({ version, platform, tools }: BundleFacts) {
  return describeBundle({
    version,
    platforms: [platform],
    node: '>=18.0.0',
    tools,
    about: 'Starts the Countersign of this computer.',
    script: SCRIPT,
    args: [],
  })
}

/** What any bundle of Countersign says of itself, whatever it starts: `script` with `args`, by the client's Node. */
export function describeBundle(facts: {
  version: string
  platforms: readonly NodeJS.Platform[]
  node: string
  tools: BundleFacts['tools']
  about: string
  script: string
  args: readonly string[]
}) {
  const { version, platforms, node, tools, about, script, args } = facts
  return {
    manifest_version: '0.3',
    name: 'countersign',
    display_name: 'Countersign',
    version,
    description: 'People supervise what agents do: tools and workflows behind their approval.',
    long_description: `${about} What your agent may do is set there, and what needs a person waits in its inbox.`,
    author: { name: 'Countersign' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: script,
      mcp_config: { command: 'node', args: [`\${__dirname}/${script}`, ...args] },
    },
    tools: tools.map(({ name, description }) => ({ name, description })),
    compatibility: { platforms, runtimes: { node } },
  }
}

/** Streams are passed on one by one: whoever runs it may have given it others than those of a process. */
function writeScript({ pipe }: BundleFacts): string {
  return `'use strict'
// Starts the Countersign of this computer, and passes on what both sides say.
const { spawn } = require('node:child_process')
const command = ${JSON.stringify(pipe.command)}
const words = ${JSON.stringify([...pipe.args, '--names', 'underscores'])}
const child = spawn(command, words, { stdio: 'pipe', windowsHide: true })
process.stdin.pipe(child.stdin)
child.stdout.pipe(process.stdout)
child.stderr.pipe(process.stderr)
child.stdin.on('error', () => {})
child.on('error', () => {
  process.stderr.write('countersign: ' + command + ' cannot be started. Save the bundle anew from the desk.\\n')
  process.exit(1)
})
child.on('close', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
`
}
