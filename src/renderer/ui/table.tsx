import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A plain table with hairlines; `label` names it for a screen reader. */
export function Table({
  label,
  columns,
  children,
  className,
}: {
  label: string
  columns: { title: ReactNode; className?: string }[]
  children: ReactNode
  className?: string
}) {
  return (
    <table aria-label={label} className={classNames('w-full border-collapse text-left', className)}>
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
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={classNames('row-padding px-2 align-top first:pl-0 last:pr-0', className)} />
}
