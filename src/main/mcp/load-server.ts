/**
 * What speaks MCP with clients. The SDK's server takes a tenth of a start, which does not wait for it: it is loaded when
 * that is over, or with the first client if one is sooner. May import: gateway.ts (types), model.
 */
export async function loadServer() {
  const [{ createServerFactory }, { createToolCall }, { createHttpServing }, stdio] = await Promise.all([
    import('./server-factory.ts'),
    import('./tools/tool-call.ts'),
    import('./http/http-serving.ts'),
    import('@modelcontextprotocol/server/stdio'),
  ])
  const { serveStdio, StdioServerTransport } = stdio
  return { createServerFactory, createToolCall, createHttpServing, serveStdio, StdioServerTransport }
}
