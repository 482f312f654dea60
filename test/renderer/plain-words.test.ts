import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AUDIT_EVENTS } from '../../src/main/model/audit-event.ts'
import { attentionWords } from '../../src/renderer/features/attention/words.ts'
import { serverWords } from '../../src/renderer/features/catalog/servers/words.ts'
import { catalogWords } from '../../src/renderer/features/catalog/words.ts'
import { cardWords } from '../../src/renderer/features/inbox/card/card-words.ts'
import { dockWords } from '../../src/renderer/features/inbox/dock/dock-words.ts'
import { listWords } from '../../src/renderer/features/inbox/list/list-words.ts'
import { runWords } from '../../src/renderer/features/runs/words.ts'
import { settingsWords } from '../../src/renderer/features/settings/words.ts'
import { editWords } from '../../src/renderer/features/settings/workspace/change-words.ts'
import { words } from '../../src/renderer/words.ts'

const OURS = /\b(?:held calls?|gates?|human executors?|human transitions?|proxy_default|the gateway)\b/i

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

it('the desk speaks in words of people [desk.plain]', () => {
  const all = [
    ...[words, cardWords, dockWords, listWords, attentionWords, catalogWords, runWords],
    ...[settingsWords, editWords, serverWords, AUDIT_EVENTS],
  ].flatMap(textsIn)
  expect(all.length).toBeGreaterThan(400)
  expect(all.filter((text) => OURS.test(text))).toEqual([])
})

it.each([
  'events/texts.ts',
  'events/words.ts',
  'runs/run-view.ts',
  'doors/web.ts',
  'fault.ts',
  'items/items.ts',
  'items/executor.ts',
  'items/gate.ts',
  'items/transition.ts',
  'items/interrupted.ts',
  'items/configuration.ts',
  'inbox/decide.ts',
  'rules/declared-rules.ts',
  'inbox/card-hints.ts',
])('and so does %s, which writes sentences [desk.plain]', (name) => {
  const source = readFileSync(join('src/main/desk', name), 'utf8')
  const sentences = source.match(/(?<=['`])[A-Z][^'`\n]* [^'`\n]*(?=['`])/g) ?? []
  expect(sentences.filter((text) => OURS.test(text.replace(/\$\{[^}]*\}/g, '')))).toEqual([])
})
