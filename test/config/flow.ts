/** A file with a problem, and what is said of it. */
export interface Case {
  name: string
  text: string
  /** `line:column severity at: message` */
  problems: string[]
}

/** The first line of every file. */
export const V = 'version: "1.0.0"\n'

/** A file with one workflow `w` that begins in the state `a`; the first state stands in line 6. */
export function flow(states: string, more = ''): string {
  const indented = states.replaceAll(/^/gm, '      ')
  return `${V}workflows:\n  w:\n    initialState: a\n${more}    states:\n${indented}\n`
}
