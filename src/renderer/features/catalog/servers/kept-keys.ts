/** What of a server that is filled in looks like a key, and whether it is kept as a secret. */
import { useEffect } from 'react'
import type { ServerExamination } from '../../../../preload/contract.ts'
import { isKept, type ServerForm } from './server-form.ts'
import { serverWords as words } from './words.ts'

type Key = { id: string; name: string; isSecret: boolean }

/** What looks like a key, and what a person has said of it. */
export function keysOf(form: ServerForm, examination: ServerExamination): Key[] {
  const found = examination.variables.filter(({ looksSecret }) => looksSecret)
  const keptIds = new Set(form.rows.filter(isKept).map(({ id }) => id))
  const rows = form.rows.filter(
    ({ id, name, isSecret }) =>
      isSecret !== null ||
      keptIds.has(id) ||
      found.some((each) => each.place !== 'argument' && each.name === name),
  )
  const args = found.flatMap(({ place, index, name }) =>
    place === 'argument' && index !== undefined ? [{ index, name }] : [],
  )
  const kept = Object.entries(form.secretArguments).map(([index]) => ({
    index: Number(index),
    name: `#${Number(index) + 1}`,
  }))
  const all = [...new Map([...kept, ...args].map((each) => [each.index, each])).values()]
  return [
    ...rows.map((row) => ({ id: `row ${row.id}`, name: row.name, isSecret: isKept(row) })),
    ...all.map(({ index, name }) => ({
      id: `argument ${index}`,
      name: name.startsWith('#') ? words.argument(index + 1) : `--${name}`,
      isSecret: form.secretArguments[index] === true,
    })),
  ]
}

export function keepKey(form: ServerForm, id: string, isSecret: boolean): ServerForm {
  const [kind, number] = id.split(' ')
  if (kind === 'argument')
    return { ...form, secretArguments: { ...form.secretArguments, [Number(number)]: isSecret } }
  return { ...form, rows: form.rows.map((row) => (row.id === Number(number) ? { ...row, isSecret } : row)) }
}

/** What surely is a key is kept as a secret by itself; whoever does not want that says so. */
export function useKeySecrets(
  examination: ServerExamination | undefined,
  form: ServerForm,
  setForm: (form: ServerForm) => void,
): void {
  useEffect(() => {
    if (examination === undefined) return
    const keys = examination.variables.filter(({ isSurelySecret }) => isSurelySecret)
    const open = keys.filter(({ place, index, name }) =>
      place === 'argument'
        ? index !== undefined && form.secretArguments[index] === undefined
        : form.rows.some((row) => row.name === name && row.isSecret === null),
    )
    if (open.length === 0) return
    setForm({
      ...form,
      rows: form.rows.map((row) =>
        row.isSecret === null && open.some(({ place, name }) => place !== 'argument' && name === row.name)
          ? { ...row, isSecret: true }
          : row,
      ),
      secretArguments: {
        ...form.secretArguments,
        ...Object.fromEntries(
          open.flatMap(({ place, index }) =>
            place === 'argument' && index !== undefined ? [[index, true]] : [],
          ),
        ),
      },
    })
  }, [examination, form, setForm])
}
