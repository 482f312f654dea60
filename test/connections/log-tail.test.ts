import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLogTail } from '../../src/main/connections/log-tail.ts'

describe('the log of a server', () => {
  it('keeps the newest lines, without secrets, and says how many are gone [servers.log]', () => {
    const log = createLogTail((text) => text.replaceAll('hunter2', '«redacted»'))
    for (let number = 1; number <= 12_000; number += 1) log.keep(`line ${number} hunter2`)
    const { lines, dropped, most } = log.whole()
    expect(lines.length).toBeLessThanOrEqual(most)
    expect(lines.length).toBeGreaterThan(most / 2)
    expect(lines.length + dropped).toBe(12_000)
    expect(lines.at(-1)).toBe('line 12000 «redacted»')
    expect(lines[0]).toBe(`line ${dropped + 1} «redacted»`)
    expect(log.lines()).toEqual(lines.slice(-200))
  })

  it('keeps the words and not the colours, which hide no secret [servers.log]', () => {
    const log = createLogTail((text) => text.replaceAll('hunter2', '«redacted»'))
    log.keep('\u001B[33mWARN\u001B[39m the key is hun\u001B[1mter2\u001B[0m')
    expect(log.lines()).toEqual(['WARN the key is «redacted»'])
  })

  it('is bounded however long its lines are, also one that never ends [servers.log]', async () => {
    const log = createLogTail((text) => text)
    for (let number = 0; number < 3000; number += 1) log.keep('x'.repeat(5000))
    expect(log.whole().lines.join('').length).toBeLessThanOrEqual(2 * 1024 * 1024)
    const stream = new PassThrough()
    const heard: string[] = []
    log.follow(stream, (line) => heard.push(line))
    for (let number = 0; number < 100; number += 1) stream.write('y'.repeat(10_000))
    stream.end()
    await new Promise((resolve) => stream.once('close', resolve))
    expect(heard).toEqual([log.lines().at(-1)])
    expect(heard[0]?.length).toBeLessThanOrEqual(2000)
  })

  it('keeps the beginning of a line that is too long, and no part of a secret in it [servers.log] [R2.3]', async () => {
    const log = createLogTail((text) => text.replaceAll('hunter2', '«redacted»'))
    const stream = new PassThrough()
    log.follow(stream, () => {})
    for (const part of ['WARN ', 'x'.repeat(30_000), 'hunter2', 'y'.repeat(19_997)]) stream.write(part)
    stream.end()
    await new Promise((resolve) => stream.once('close', resolve))
    const [line = ''] = log.lines()
    expect(line).toMatch(/^WARN x+$/)
  })
})
