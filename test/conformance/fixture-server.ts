/**
 * The server that the official suite wants to test: its fixture tools, resources and prompts, to be mounted on the
 * product's own HTTP stack in the place of the seven tools.
 */
import {
  acceptedContent,
  type GetPromptResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { PIXEL } from './fixture-content.ts'
import { SCHEMA_2020_12 } from './fixture-forms.ts'
import { ask, INPUT_REQUIRED_TOOLS, stateCodec } from './fixture-input-required.ts'
import { FIXTURE_TOOLS, type FixtureTool } from './fixture-tools.ts'

const TOOLS: Record<string, FixtureTool> = {
  ...FIXTURE_TOOLS,
  ...INPUT_REQUIRED_TOOLS,
  json_schema_2020_12_tool: {
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: SCHEMA_2020_12,
    run: () => ({ content: [{ type: 'text', text: 'Kept.' }] }),
  },
}

const PROMPTS = [
  { name: 'test_simple_prompt', description: 'A prompt without arguments' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments',
    arguments: [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource',
    arguments: [{ name: 'resourceUri', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with an image' },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks first' },
]

const RESOURCES = [
  { uri: 'test://static-text', name: 'static text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static binary', description: 'An image', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched', description: 'A text to watch', mimeType: 'text/plain' },
]

export function createFixtureServer(): Server {
  const server = new Server(
    { name: 'conformance-fixtures', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
      requestState: { verify: stateCodec.verify },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(TOOLS).map(([name, tool]) => ({
      name,
      description: tool.description,
      inputSchema: { type: 'object' as const, ...tool.inputSchema },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = TOOLS[params.name]
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return await tool.run(params.arguments ?? {}, context)
  })
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
    ],
  }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri))
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }))
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    getPrompt(params.name, params.arguments ?? {}, context),
  )
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  return server
}

function readResource(uri: string): ReadResourceResult {
  if (uri === 'test://static-text' || uri === 'test://watched-resource') {
    const text = 'This is the content of the static text resource.'
    return { contents: [{ uri, mimeType: 'text/plain', text }] }
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PIXEL }] }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) throw new ResourceNotFoundError(uri)
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

function getPrompt(name: string, args: Record<string, string>, context: ServerContext) {
  const say = (...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
    messages: contents.map((content) => ({ role: 'user', content })),
  })
  switch (name) {
    case 'test_simple_prompt':
      return say({ type: 'text', text: 'This is a simple prompt for testing.' })
    case 'test_prompt_with_arguments': {
      const text = `Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`
      return say({ type: 'text', text })
    }
    case 'test_prompt_with_embedded_resource': {
      const text = 'Embedded resource content for testing.'
      return say(
        { type: 'resource', resource: { uri: args.resourceUri ?? '', mimeType: 'text/plain', text } },
        { type: 'text', text: 'Please process the embedded resource above.' },
      )
    }
    case 'test_prompt_with_image':
      return say(
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
        { type: 'text', text: 'Please analyze the image above.' },
      )
    case 'test_input_required_result_prompt': {
      const given = acceptedContent(context.mcpReq.inputResponses, 'user_context')
      if (given) return say({ type: 'text', text: `Context: ${JSON.stringify(given)}` })
      return inputRequired({
        inputRequests: { user_context: ask('What context should the prompt use?', 'context') },
      })
    }
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
  }
}
