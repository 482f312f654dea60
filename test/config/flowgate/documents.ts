/** Whole documents in the format of mcp-flowgate round the part that a case is about. */
export const HEAD = 'version: "1.0.0"\nstore: { kind: memory }\naudit: { sink: stdout }\n'

/** One workflow: what stands in its first state begins in line 8. */
export function flow(state: string, workflow = ''): string {
  return `${HEAD}workflows:\n  flow:\n    initialState: one\n    states:\n      one:\n${indent(state, 8)}\n      done: { terminal: true }\n${indent(workflow, 4)}`
}

export function expose(entry: string): string {
  return `${HEAD}connections:\n  tools: { kind: mcp, url: "https://tools.example.com/mcp" }\n  api: { kind: rest, baseUrl: "https://api.example.com" }\nproxy:\n  expose:\n${indent(entry, 4)}`
}

export function indent(text: string, by: number): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `${' '.repeat(by)}${line}`))
    .join('\n')
}
