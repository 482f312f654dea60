/** A change of a person's file as people are shown it. Pure. May import: nothing of ours. */

/** What a change of a person's file is shown as: the changed lines and three around them. */
const AROUND = 3
/** A line that is longer has a whole file on it. */
const LONGEST_LINE = 400
/** Values that nobody needs to see in order to judge the change. */
const HIDDEN =
  /(["']?[\w-]*(?:key|token|secret|passw|authorization|credential)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*')/gi

/** A unified difference with one piece; empty where nothing differs. `secrets`: longest first. */
export function describeChange(
  file: string,
  before: string | null,
  after: string | null,
  secrets: readonly string[],
): string {
  // Before its lines are broken, so that no secret is.
  const [old, next] = [before ?? '', after ?? ''].map((text) => breakLines(hideValues(text, secrets)))
  if (old === undefined || next === undefined || before === after) return ''
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1
  let same = 0
  const most = Math.min(old.length, next.length) - start
  while (same < most && old[old.length - 1 - same] === next[next.length - 1 - same]) same += 1
  const from = Math.max(0, start - AROUND)
  const behind = old.slice(old.length - same, old.length - same + AROUND)
  const lines = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - same).map((line) => `-${line}`),
    ...next.slice(start, next.length - same).map((line) => `+${line}`),
    ...behind.map((line) => ` ${line}`),
  ]
  const around = start - from + behind.length
  const oldCount = old.length - same - start + around
  const newCount = next.length - same - start + around
  return [
    `--- ${before === null ? '/dev/null' : file}`,
    `+++ ${after === null ? '/dev/null' : file}`,
    `@@ -${place(from, oldCount)} +${place(from, newCount)} @@`,
    ...lines.map((line) => line.replace(HIDDEN, (_all, name: string) => `${name}"•••"`)),
    '',
  ].join('\n')
}

/** As they are, and as JSON writes them. */
function hideValues(text: string, values: readonly string[]): string {
  return values
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .reduce((hidden, value) => hidden.replaceAll(value, '•••'), text)
}

function place(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`
}

function breakLines(text: string): string[] {
  if (text === '') return []
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (lines.every((line) => line.length <= LONGEST_LINE)) return lines
  return lines.flatMap((line) => line.replace(/[[{]|[\]}]?,/g, '$&\n').split('\n'))
}
