/** What clients call themselves when they connect, by the id under which the desk knows their file. */
const NAMES: Record<string, readonly string[]> = {
  'claude-code': ['claudecode'],
  'claude-desktop': ['claudeai', 'claudedesktop'],
  cursor: ['cursor'],
  vscode: ['visualstudiocode', 'vscode'],
  codex: ['codex'],
  windsurf: ['windsurf', 'codeium'],
  'gemini-cli': ['gemini'],
  zed: ['zed'],
}

/** Whether one of those that are connected calls itself like this client. A name proves nothing. Pure. */
export function hasCome(id: string, connected: readonly { label: string }[]): boolean {
  const names = NAMES[id] ?? [plain(id)]
  return connected.some(({ label }) => names.some((name) => plain(label).startsWith(name)))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
