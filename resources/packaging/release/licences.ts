/** The licences of everything that ships, as one text for people. Pure. */
import { labelOf, type Notice } from './notices.ts'

const HEAD = `Countersign is under the MIT licence, see LICENSE. It ships the work of others, under the licences below.
The desk lists them under Settings, About.`

/** Licences that ask whoever passes their work on for more than their text, and what that is. */
const ASKS_MORE: readonly [pattern: RegExp, sentence: string][] = [
  [
    /^EPL-/,
    'comes unchanged, in a build with the rest. Its source code is yours to have, under the Eclipse Public License, at',
  ],
  [/^OFL-/, 'is a font. It comes unchanged and is not sold by itself. Its source is at'],
  [/^MPL-/, 'comes unchanged. Its source code is yours to have, under the Mozilla Public License, at'],
]

export function writeLicences(notices: readonly Notice[]): string {
  const asking = notices.flatMap((notice) => {
    const [, sentence] = ASKS_MORE.find(([pattern]) => pattern.test(notice.licence)) ?? []
    return sentence === undefined
      ? []
      : [`- ${labelOf(notice)} (${notice.licence}) ${sentence} ${notice.source}`]
  })
  const texts = notices.map(
    (notice) =>
      `${'='.repeat(78)}\n${labelOf(notice)}: ${notice.licence}\n${notice.source}\n${'-'.repeat(78)}\n${notice.text}\n`,
  )
  const parts = [
    HEAD,
    ...(asking.length > 0 ? [`More than their text is asked for by:\n\n${asking.join('\n')}`] : []),
  ]
  return `${parts.join('\n\n')}\n\n${texts.join('\n')}`
}
