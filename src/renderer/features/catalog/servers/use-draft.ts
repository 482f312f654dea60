import { useMemo } from 'react'
import { useCall } from '../../../queries.ts'
import { type FormReading, readForm, type ServerForm } from './server-form.ts'

/** The draft of what is filled in. Secrets get names under which nothing is stored yet. */
export function useDraft(form: ServerForm): FormReading {
  const stored = useCall('secrets.list', {}).data
  return useMemo(() => {
    const taken = new Set((stored?.names ?? []).map(({ name }) => name))
    return readForm(form, (wanted) => freeName(wanted, taken))
  }, [form, stored])
}

function freeName(wanted: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
