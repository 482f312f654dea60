import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reachGateway, UnreachableError } from '../../../src/main/mcp/pipe/reach.ts'
import { makeFolder } from '../../support/folders.ts'

it('a pipe that has no program to start a gateway with says what to do [package.bundle]', async () => {
  const folder = makeFolder('reach')
  const reached = reachGateway({
    dataFolder: join(folder.path, 'data'),
    configuration: join(folder.path, 'countersign.yaml'),
    insists: false,
    token: null,
    client: null,
    names: null,
    version: '0.0.0-test',
    command: [join(folder.path, 'no-node'), 'cli.js'],
    environment: process.env,
    tell: () => undefined,
  })
  await expect(reached).rejects.toThrow(/“.*no-node”, which runs Countersign, was not found\. Install Node/)
  folder.remove()
})

it('a pipe whose gateway is killed before it connects tries again, and says what its own attempt said [pipe.killed]', async () => {
  const folder = makeFolder('reach')
  const told: string[] = []
  const program = join(folder.path, 'gateway.cjs')
  writeFileSync(
    program,
    `const { existsSync, writeFileSync } = require('node:fs')
if (!existsSync(${JSON.stringify(join(folder.path, 'before'))})) {
  writeFileSync(${JSON.stringify(join(folder.path, 'before'))}, '')
  process.stderr.write('Words of the first.')
  process.kill(process.pid, 'SIGKILL')
}
process.stderr.write('Words of the second.')
process.exit(3)
`,
  )
  const reached = reachGateway({
    dataFolder: join(folder.path, 'data'),
    configuration: join(folder.path, 'countersign.yaml'),
    insists: false,
    token: null,
    client: null,
    names: null,
    version: '0.0.0-test',
    command: [process.execPath, program],
    environment: process.env,
    tell: (sentence) => told.push(sentence),
  })
  await expect(reached).rejects.toThrow(new UnreachableError('Words of the second.'))
  folder.remove()
})
