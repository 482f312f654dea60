import { it } from 'vitest'
import { expectProblems, type Row } from '../expect-problems.ts'
import { flow } from '../flow.ts'

const GO = 'workflows.w.states.a.transitions.go'
const go = (title: string) => flow(`a:\n  transitions: { go: { target: b, title: "${title}" } }\nb: {}`)

it.each<Row>([
  ['turns what follows', go('Pay \\u202E001'), [['warning', `${GO}.title`, 'cannot be seen (U+202E)']]],
  ['has no width', go('Pay\u200b'), [['warning', `${GO}.title`, 'cannot be seen (U+200B)']]],
  ['looks like another', go('P\u0430y'), [['warning', `${GO}.title`, 'looks like another (U+0430)']]],
  [
    'is put together from others',
    go('Cafe\u0301'),
    [['warning', `${GO}.title`, 'looks like another (U+0065 U+0301)']],
  ],
  [
    'stands in the name of a role',
    `${go('Pay')}people: { kim: { roles: ["lead\u00ad"] } }\n`,
    [['warning', 'people.kim.roles[0]', 'cannot be seen (U+00AD)']],
  ],
  ['is of another language', go('Оплатить 支払う دفع €'), []],
  ['joins a picture', go('👩‍💻 ❤️'), []],
])('a character that %s [config.sight]', (_, text, expected) => expectProblems(text, expected))
