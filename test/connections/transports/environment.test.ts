import { describe, expect, it } from 'vitest'
import { runAsNode, safeEnvironment } from '../../../src/main/connections/transports/environment.ts'

describe('the environment of children', () => {
  it('is the fixed safe set and what is declared [R2.3]', () => {
    const parent = {
      PATH: '/bin',
      HOME: '/root',
      LANG: 'C',
      TMPDIR: '/t',
      AWS_SECRET_ACCESS_KEY: 'x',
      USER: 'me',
    }
    expect(safeEnvironment(parent, { TOKEN: 't', LANG: 'de' }, 'linux')).toEqual({
      PATH: '/bin',
      HOME: '/root',
      LANG: 'de',
      TMPDIR: '/t',
      TOKEN: 't',
    })
    expect(safeEnvironment({ PATH: undefined }, {}, 'linux')).toEqual({})
  })

  it('has what Windows needs there, whatever the spelling [R2.3]', () => {
    const parent = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', Secret: 'x', temp: 'C:\\t' }
    expect(safeEnvironment(parent, { TEMP: 'D:\\t' }, 'win32')).toEqual({
      Path: 'C:\\bin',
      SystemRoot: 'C:\\Windows',
      TEMP: 'D:\\t',
    })
    expect(safeEnvironment(parent, {}, 'linux')).toEqual({})
  })

  it('tells Electron’s binary to be Node, and nothing else [connections.run-as-node]', () => {
    expect(runAsNode(process.execPath)).toEqual({})
    Object.defineProperty(process.versions, 'electron', { value: '45.0.0', configurable: true })
    try {
      expect(runAsNode(process.execPath)).toEqual({ ELECTRON_RUN_AS_NODE: '1' })
      expect(runAsNode('git')).toEqual({})
    } finally {
      Reflect.deleteProperty(process.versions, 'electron')
    }
  })
})
