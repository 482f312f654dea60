import { useState } from 'react'
import type { FoundFile, FoundServer, ImportChoice } from '../../../../preload/contract.ts'
import { isFilledIn } from './missing-inputs.tsx'

/** Which of the servers that were found a person has chosen, and the values that they have filled in. */
export interface SourceChoice {
  has(file: string, key: string): boolean
  set(file: string, key: string, chosen: boolean): void
  valuesOf(file: string, key: string): Readonly<Record<string, string>>
  fill(file: string, key: string, name: string, value: string): void
  /** Of what is still there. */
  servers: { file: FoundFile; server: FoundServer }[]
  isComplete: boolean
  requestOf(folder: string | null): ImportChoice
}

/** Of one server of one file. */
function keyOf(file: string, key: string): string {
  return JSON.stringify([file, key])
}

export function useChoice(files: readonly FoundFile[]): SourceChoice {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [values, setValues] = useState<Readonly<Record<string, Record<string, string>>>>({})
  const has = (file: string, key: string) => chosen.has(keyOf(file, key))
  const valuesOf = (file: string, key: string) => values[keyOf(file, key)] ?? {}
  const servers = files.flatMap((file) =>
    file.servers.filter(({ key }) => has(file.id, key)).map((server) => ({ file, server })),
  )
  return {
    has,
    set(file, key, isChosen) {
      setChosen((before) => {
        const next = new Set(before)
        if (isChosen) next.add(keyOf(file, key))
        else next.delete(keyOf(file, key))
        return next
      })
    },
    valuesOf,
    fill(file, key, name, value) {
      const place = keyOf(file, key)
      setValues((before) => ({ ...before, [place]: { ...before[place], [name]: value } }))
    },
    servers,
    isComplete: servers.every(
      ({ file, server: { key, candidate, kept } }) =>
        candidate !== null && isFilledIn(candidate.inputs, kept, valuesOf(file.id, key)),
    ),
    requestOf: (folder) => ({
      folder,
      replace: false,
      servers: servers.map(({ file, server: { key, hash } }) => ({
        file: file.id,
        key,
        hash,
        values: { ...valuesOf(file.id, key) },
      })),
    }),
  }
}
