/** What `search` and `evaluate` write for people: columns that stand under each other, and nothing but text. Pure. */

/** Names and texts come from servers: what could steer a terminal is taken out. */
export function plainText(text: string): string {
  return text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** Columns are as wide as their widest cell; `right` says which stand at the right. The last one is not filled up. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const filling = ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
        return right.includes(column) ? `${filling}${cell}` : `${cell}${filling}`
      })
      .join('  ')
      .trimEnd(),
  )
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

function lengthOf(text: string): number {
  return [...text].length
}
