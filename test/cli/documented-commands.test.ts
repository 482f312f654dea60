/** `--help`, the page of commands and every command that a page shows, against what the command line takes. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { helpOf, readCommandLine } from '../../src/main/cli/command-line.ts'

const COMMANDS = readFileSync('docs/commands.md', 'utf8')
const PAGES = [
  'README.md',
  ...readdirSync('docs', { encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [`docs/${name}`] : [],
  ),
  'resources/examples/README.md',
  'resources/examples/search/README.md',
]

/** As the command line itself lists them when it is given another one. */
const [, LISTED = ''] = /There are: ([^.]*)\./.exec(complaintOf(['none'])) ?? []
const NAMES = LISTED.split(', ')

describe('the commands [docs.commands]', () => {
  it.each(NAMES)('%s has in --help and on their page the options that it takes', (name) => {
    const taken = optionsIn(complaintOf([name, '--none']).split('It takes')[1] ?? '')
    expect(taken.length).toBeGreaterThan(0)
    expect(optionsIn(helpOf(name))).toEqual(taken)
    expect(optionsIn(rowsOf(name))).toEqual(taken)
  })

  it.each(PAGES)('of %s are all understood', (page) => {
    const wrong = commandsOn(readFileSync(page, 'utf8')).flatMap((words) => {
      const read = readCommandLine(words)
      // A sentence may name a command without what it is for.
      return read.ok || read.message.includes('Say: countersign')
        ? []
        : [`${words.join(' ')}: ${read.message}`]
    })
    expect(wrong).toEqual([])
  })

  it('are found on the pages', () => {
    const found = PAGES.flatMap((page) => commandsOn(readFileSync(page, 'utf8')))
    expect(found.length).toBeGreaterThan(40)
    expect(new Set(found.map(([name]) => name)).size).toBeGreaterThan(8)
  })
})

function complaintOf(words: string[]): string {
  const read = readCommandLine(words)
  return read.ok ? '' : read.message
}

function optionsIn(text: string): string[] {
  return [...new Set(text.match(/--[a-z][a-z-]*/g))].sort()
}

/** Its rows of the table on the page of commands. */
function rowsOf(name: string): string {
  const rows = COMMANDS.split('\n').filter((line) => line.startsWith('| `'))
  return rows.filter((row) => new RegExp(`^\\| \`\\[?${name}\\b`).test(row)).join('\n')
}

/** The words behind the name of the program, of each command in a page's code. */
function commandsOn(page: string): string[][] {
  const fenced = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text = '']) => text.split('\n'))
  const inline = [...page.replace(/^```.*?^```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  const typed = [...fenced, ...inline].flatMap((line) => {
    const [, rest] =
      /^(?:npx countersign|npm run -s countersign --|countersign)(?: ([^#…]+))?(?:\s#.*)?$/.exec(
        line.trim(),
      ) ?? []
    return rest === undefined ? [] : [rest.trim().match(/"[^"]*"|\S+/g) ?? []]
  })
  const entries = [...page.matchAll(/"args": (\[[^\]]*\])/g)].map(([, list = '[]']) => {
    const words = JSON.parse(list) as string[]
    return words.slice(words.findLastIndex((word) => word === 'countersign' || word.endsWith('cli.js')) + 1)
  })
  return [...typed.map((words) => words.map((word) => word.replaceAll('"', ''))), ...entries]
}
