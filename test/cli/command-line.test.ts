import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readCommandLine } from '../../src/main/cli/command-line.ts'

describe('the command line', () => {
  it('reads each command with its options [cli.words]', () => {
    expect(
      readCommandLine(['serve', '--config', 'a', '--data=b', '--port', '8080', '--desk', '--json']),
    ).toEqual({
      ok: true,
      command: { name: 'serve', config: 'a', data: 'b', port: 8080, desk: true, json: true, auto: false },
    })
    expect(readCommandLine(['mcp', '--client', 'Claude Code', '--names', 'underscores'])).toEqual({
      ok: true,
      command: { name: 'mcp', config: null, data: null, client: 'Claude Code', names: 'underscores' },
    })
    expect(readCommandLine(['check', 'a.yaml', '--json'])).toEqual({
      ok: true,
      command: { name: 'check', file: 'a.yaml', json: true, from: null, to: null },
    })
    expect(readCommandLine(['check', '--from', 'flowgate', 'a.yaml', '--to', 'b.yaml'])).toEqual({
      ok: true,
      command: { name: 'check', file: 'a.yaml', json: false, from: 'flowgate', to: 'b.yaml' },
    })
    expect(readCommandLine(['audit', 'export', '--data', 'b', '--from', '2026-03-01'])).toEqual({
      ok: true,
      command: {
        ...{ name: 'audit', action: 'export', config: null, data: 'b', json: false, format: 'jsonl' },
        ...{ filter: { from: '2026-03-01T00:00:00.000Z' }, before: null },
      },
    })
    expect(readCommandLine(['search', 'read', 'file', '--tools', 'a', '--explain'])).toEqual({
      ok: true,
      command: {
        ...{ name: 'search', query: 'read file', tools: 'a', config: null, data: null, profile: null },
        ...{ limit: 10, explain: true, json: false },
      },
    })
    expect(readCommandLine(['evaluate', '--queries', 'q', '--field', 'kw', '--worst', '5'])).toEqual({
      ok: true,
      command: {
        ...{ name: 'evaluate', queries: 'q', tools: null, config: null, data: null, profile: null },
        ...{ against: null, field: 'kw', worst: 5, json: false },
      },
    })
    expect(readCommandLine(['open'])).toEqual({ ok: true, command: { name: 'open' } })
    expect(readCommandLine([])).toEqual({ ok: true, command: { name: 'open' } })
    for (const words of [['open', '--accept-configuration'], ['--accept-configuration']])
      expect(readCommandLine(words)).toEqual({
        ok: true,
        command: { name: 'open', acceptConfiguration: true },
      })
    expect(readCommandLine(['help'])).toEqual({ ok: true, command: { name: 'help' } })
    expect(readCommandLine(['--help'])).toEqual({ ok: true, command: { name: 'help' } })
    for (const words of [
      ['serve', '--help'],
      ['help', 'serve'],
    ])
      expect(readCommandLine(words)).toEqual({ ok: true, command: { name: 'help', of: 'serve' } })
  })

  it.each([
    [['start'], 'There is no command "start". There are'],
    [['constructor', 'a'], 'There is no command "constructor". There are'],
    [['serve', '--constructor'], 'countersign serve has no option --constructor. It takes'],
    [['chek'], 'There is no command "chek". Did you mean ‘check’? There are'],
    [['serve', '--prot', '1'], 'countersign serve has no option --prot. Did you mean ‘port’? It takes'],
    [
      ['check', '--config', 'a'],
      'has no option --config. It takes --json, --from, --to. Say: countersign check FILE.',
    ],
    [
      ['mcp', '--token', 'x'],
      'countersign mcp has no option --token. It takes --config, --data, --client, --names.',
    ],
    [['open', '--fast'], 'countersign open has no option --fast. It takes --accept-configuration.'],
    [['--fast'], 'countersign open has no option --fast. It takes --accept-configuration.'],
    [['serve', '--config'], '--config needs a value.'],
    [['serve', '--desk=yes'], '--desk takes no value.'],
    [['serve', '--config', 'a'], '--config and --data go together'],
    [
      ['serve', '--config', 'a', '--data', 'b', '--port', 'http'],
      '--port must be a number from 0 to 65535, not "http".',
    ],
    [
      ['serve', '--config', 'a', '--data', 'b', '--port', '0x10'],
      '--port must be a number from 0 to 65535, not "0x10".',
    ],
    [['mcp', '--names', 'dashes'], '--names must be dots or underscores, not "dashes".'],
    [['audit'], 'Say: countersign audit verify, export or prune.'],
    [['audit', 'erase'], 'There is no "audit erase"'],
    [['audit', 'prune'], 'needs --before'],
    [['audit', 'verify', '--before', '2026-01-01'], '--before is for audit prune.'],
    [['audit', 'export', '--from', 'yesterday'], '--from must be a date or an ISO time'],
    [['audit', 'export', '--from', '2026-02-30'], '--from must be a date or an ISO time'],
    [['audit', 'export', '--from', '7'], '--from must be a date or an ISO time'],
    [['audit', 'export', '--from', '2026-03-02', '--to', '2026-03-01'], '--to is before --from'],
    [['audit', 'export', '--format', 'xml'], '--format must be jsonl or csv, not "xml".'],
    [['audit', 'verify', '--workflow', 'wf'], 'are for audit export.'],
    [['audit', 'verify', '--config', 'a'], '--config needs --data here.'],
    [['search'], 'What for? Say: countersign search WORDS.'],
    [['search', 'a', '--limit', '0'], '--limit must be a whole number from 1 to 1000, not "0".'],
    [['search', 'a', '--tools', 'a', '--config', 'b'], '--tools and --config do not go together'],
    [['evaluate', '--tools', 'a'], 'countersign evaluate needs --queries here'],
    [['evaluate', 'a', '--queries', 'b'], '"a" is not understood here'],
    [['evaluate', '--queries', 'a', '--field', 'words'], '--field must be query, kw or typo, not "words".'],
    [['check'], 'Which file?'],
    [['check', ''], 'Which file?'],
    [['serve', '--config', '', '--data', 'b'], '--config needs a value.'],
    [['mcp', '--config', 'a', '--data='], '--data needs a value.'],
    [['serve', '--config', 'a', '--data', 'b', '--port', ''], '--port needs a value.'],
    [['check', 'a', 'b'], '"b" is not understood here'],
  ])('answers %j with a sentence [cli.words]', (args, sentence) => {
    const line = readCommandLine(args)
    expect(line.ok).toBe(false)
    expect(line.ok ? '' : line.message).toContain(sentence)
  })

  it('takes a day and a minute that end a time as a whole, in the time of this computer [audit.export]', () => {
    const filterOf = (...args: string[]) => {
      const line = readCommandLine(['audit', 'export', ...args])
      return line.ok && line.command.name === 'audit' ? line.command.filter : line
    }
    const local = (text: string) => new Date(text).toISOString()
    expect(filterOf('--from', '2026-03-01', '--to', '2026-03-01')).toEqual({
      from: local('2026-03-01T00:00:00'),
      to: local('2026-03-01T23:59:59.999'),
    })
    expect(filterOf('--from', '2026-03-01T08:00', '--to', '2026-03-01T08:00')).toEqual({
      from: local('2026-03-01T08:00:00'),
      to: local('2026-03-01T08:00:59.999'),
    })
    expect(filterOf('--from', '2026-03-01T08:00Z', '--to', '2026-03-01T08:00:05+01:00')).toMatchObject({
      message: expect.stringContaining('--to is before --from'),
    })
    expect(filterOf('--to', '2026-03-01T08:00:05Z')).toEqual({ to: '2026-03-01T08:00:05.999Z' })
    expect(filterOf('--to', '2026-03-01T08:00:05.25Z')).toEqual({ to: '2026-03-01T08:00:05.250Z' })
  })

  it('takes both of two times of one name, when clocks are set back [audit.export]', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    onTestFinished(() => void vi.unstubAllEnvs())
    const boundsOf = (time: string) => {
      const line = readCommandLine(['audit', 'export', '--from', time, '--to', time])
      return line.ok && line.command.name === 'audit' ? Object.values(line.command.filter) : line
    }
    expect(boundsOf('2026-10-25T02:30')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:59.999Z'])
    expect(boundsOf('2026-10-25T02:30:05')).toEqual(['2026-10-25T00:30:05.000Z', '2026-10-25T01:30:05.999Z'])
    expect(boundsOf('2026-10-25T03:00')).toEqual(['2026-10-25T02:00:00.000Z', '2026-10-25T02:00:59.999Z'])
    expect(boundsOf('2026-10-25T02:30+02:00')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T00:30:59.999Z',
    ])
  })
})
