/** Version 0.3 of the manifest of an MCP bundle, as its specification has it, for what a bundle of ours may hold. */
const text = { type: 'string', minLength: 1 }
const texts = { type: 'array', items: text }
const strict = (required: string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

export const MANIFEST_0_3 = strict(
  ['manifest_version', 'name', 'version', 'description', 'author', 'server'],
  {
    manifest_version: { const: '0.3' },
    name: { type: 'string', pattern: '^[a-z0-9-]+$' },
    display_name: text,
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$' },
    description: text,
    long_description: text,
    author: strict(['name'], { name: text, email: text, url: text }),
    license: text,
    icon: text,
    keywords: texts,
    server: strict(['type', 'entry_point', 'mcp_config'], {
      type: { enum: ['python', 'node', 'binary'] },
      entry_point: text,
      mcp_config: strict(['command'], { command: text, args: texts, env: { type: 'object' } }),
    }),
    tools: { type: 'array', items: strict(['name'], { name: text, description: text }) },
    tools_generated: { type: 'boolean' },
    compatibility: strict([], {
      claude_desktop: text,
      platforms: { type: 'array', items: { enum: ['darwin', 'win32', 'linux'] } },
      runtimes: strict([], { python: text, node: text }),
    }),
  },
)
