import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Where there is little room the cells of a row stand below each other. */
const STACKED = [
  '@max-[34rem]:block @max-[34rem]:[&_thead]:sr-only @max-[34rem]:[&_tbody]:block',
  '@max-[34rem]:[&_tr]:block @max-[34rem]:[&_tr]:py-2 @max-[34rem]:[&_td]:block @max-[34rem]:[&_td]:px-0 @max-[34rem]:[&_td]:py-0.5',
].join(' ')

/** A plain table with hairlines; `label` names it for a screen reader. */
export function Table({
  label,
  columns,
  children,
  stacks = false,
  className,
}: {
  label: string
  columns: { title: ReactNode; className?: string }[]
  children: ReactNode
  /** What can be pressed in a row stays in sight, and names are not broken, however little room there is. */
  stacks?: boolean
  className?: string
}) {
  const table = (
    <table
      aria-label={label}
      className={classNames('w-full border-collapse text-left', stacks && STACKED, className)}
    >
      <thead>
        <tr className="border-b border-line">
          {columns.map((column, index) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table do not move
              key={index}
              scope="col"
              className={classNames(
                'px-2 py-1.5 text-sm font-medium text-ink-muted first:pl-0 last:pr-0',
                column.className,
              )}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">{children}</tbody>
    </table>
  )
  return stacks ? <div className="@container">{table}</div> : table
}

/** What a cell is about, where its column has no heading any more. */
export function StackedLabel({ text }: { text: string }) {
  return <span className="hidden text-ink-muted @max-[34rem]:inline">{text}: </span>
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={classNames('row-padding px-2 align-top first:pl-0 last:pr-0', className)} />
}
