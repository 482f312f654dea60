/** A server as registries answer with it, with every kind of package, argument and remote. */
export const BRAVE = {
  name: 'io.github.brave/brave-search',
  title: 'Brave Search',
  description: 'Searches the web',
  version: '1.0.2',
  repository: { url: 'https://github.com/brave/brave-search-mcp', source: 'github' },
  packages: [
    {
      registryType: 'npm',
      registryBaseUrl: 'https://registry.npmjs.org',
      identifier: '@brave/search-mcp',
      version: '1.0.2',
      transport: { type: 'stdio' },
      packageArguments: [
        { type: 'named', name: '--mode', default: 'web', choices: ['web', 'news'] },
        { type: 'named', name: '--quiet' },
        { type: 'positional', valueHint: 'folder', description: 'Where', isRequired: true, isRepeated: true },
      ],
      environmentVariables: [
        { name: 'BRAVE_API_KEY', description: 'Your key', isRequired: true, isSecret: true },
        { name: 'LEVEL', default: 'info' },
      ],
    },
    {
      registryType: 'oci',
      identifier: `docker.io/mcp/brave:1.0.2`,
      transport: { type: 'stdio' },
      runtimeArguments: [
        {
          type: 'named',
          name: '--mount',
          value: 'type=bind,src={source},dst=/project',
          isRequired: true,
          variables: { source: { description: 'On this machine', format: 'filepath', isRequired: true } },
        },
      ],
      environmentVariables: [{ name: 'BRAVE_API_KEY', isRequired: true, isSecret: true }],
    },
    {
      registryType: 'oci',
      identifier: `ghcr.io/brave/mcp@sha256:${'a'.repeat(64)}`,
      transport: { type: 'stdio' },
    },
    {
      registryType: 'pypi',
      identifier: 'brave-mcp',
      version: '0.5.0',
      runtimeHint: 'uvx',
      transport: { type: 'stdio' },
      fileSha256: 'b'.repeat(64),
    },
    {
      registryType: 'nuget',
      identifier: 'Brave.Mcp',
      version: '0.4.0-beta',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
    {
      registryType: 'mcpb',
      identifier: 'https://github.com/brave/x.mcpb',
      version: '1.0.2',
      fileSha256: 'c'.repeat(64),
      transport: { type: 'stdio' },
    },
    { registryType: 'npm', identifier: 'floats', version: 'latest', transport: { type: 'stdio' } },
    {
      registryType: 'npm',
      identifier: 'serves',
      version: '1.0.0',
      transport: { type: 'streamable-http', url: 'http://localhost:{port}/mcp' },
    },
  ],
  remotes: [
    {
      type: 'streamable-http',
      url: 'https://{tenant}.brave.example/mcp',
      variables: { tenant: { description: 'Your tenant', isRequired: true, default: 'eu' } },
      headers: [
        {
          name: 'Authorization',
          value: 'Bearer {token}',
          isRequired: true,
          isSecret: true,
          variables: { token: { isRequired: true } },
        },
        { name: 'X-Region', choices: ['eu', 'us'] },
      ],
    },
    { type: 'sse', url: 'https://old.brave.example/sse' },
  ],
}
