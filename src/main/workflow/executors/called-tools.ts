/** Which tools of a server a declaration calls. Pure. */

/** Executors stand at many places (steps, fallbacks, branches): wherever one of a tool stands counts. */
export function calledTools(declaration: unknown, connection: string): string[] {
  if (typeof declaration !== 'object' || declaration === null) return []
  const inner = Object.values(declaration).flatMap((value) => calledTools(value, connection))
  const called = declaration as { kind?: unknown; connection?: unknown; tool?: unknown }
  const isCall = called.kind === 'mcp' && called.connection === connection
  return isCall && typeof called.tool === 'string' ? [called.tool, ...inner] : inner
}
