/**
 * What speaks MCP with servers, and starts programs. It is a fifth of what a start would load, and nothing is connected to
 * before a start is over; the pool loads it then, whether or not there is a server.
 */
export async function loadClient() {
  const [{ createSessionOpener }, { createSignIn }] = await Promise.all([
    import('./open-session.ts'),
    import('./sign-in/sign-in.ts'),
    import('execa'),
  ])
  return { createSessionOpener, createSignIn }
}
