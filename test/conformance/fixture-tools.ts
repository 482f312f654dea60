/** The `test_*` tools that the official suite expects of a server under test, as its scenarios describe them. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { PIXEL, SILENCE } from './fixture-content.ts'
import { ENUM_FORM, FORM_WITH_DEFAULTS } from './fixture-forms.ts'

export interface FixtureTool {
  description: string
  inputSchema?: Record<string, unknown>
  run(
    args: Record<string, unknown>,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> | CallToolResult | InputRequiredResult
}

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' }

function takes(...names: string[]): Record<string, unknown> {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { type: 'object', properties, required: names }
}

/** A form that the client fills in while the call is open, as it was done until 2025-11-25. */
async function elicit(context: ServerContext, message: string, requestedSchema: unknown): Promise<string> {
  const params = { message, requestedSchema } as Parameters<ServerContext['mcpReq']['elicitInput']>[0]
  const { action, content } = await context.mcpReq.elicitInput(params)
  return `action=${action}, content=${JSON.stringify(content ?? {})}`
}

export const FIXTURE_TOOLS: Record<string, FixtureTool> = {
  test_simple_text: {
    description: 'Answers with text',
    run: () => text('This is a simple text response for testing.'),
  },
  test_image_content: { description: 'Answers with an image', run: () => ({ content: [image] }) },
  test_audio_content: {
    description: 'Answers with audio',
    run: () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    description: 'Answers with a resource',
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    description: 'Answers with text, an image and a resource',
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: JSON.stringify({ test: 'data', value: 123 }),
          },
        },
      ],
    }),
  },
  test_error_handling: {
    description: 'Always fails',
    run: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_logging: {
    description: 'Logs three times',
    async run(_args, context) {
      await context.mcpReq.log('info', 'Tool execution started')
      await pause(50)
      await context.mcpReq.log('info', 'Tool processing data')
      await pause(50)
      await context.mcpReq.log('info', 'Tool execution completed')
      return text('Logged three times.')
    },
  },
  test_logging_tool: {
    description: 'Logs once, if the request allows it',
    async run(_args, context) {
      await context.mcpReq.log('info', 'A log message')
      return text('Logged, if it was allowed.')
    },
  },
  test_tool_with_progress: {
    description: 'Reports progress',
    async run(_args, context) {
      const progressToken = context.mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 }
          await context.mcpReq.notify({ method: 'notifications/progress', params })
        }
        if (progress < 100) await pause(50)
      }
      return text('Done.')
    },
  },
  test_sampling: {
    description: 'Asks the client’s model',
    inputSchema: takes('prompt'),
    async run(args, context) {
      const { content } = await context.mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: String(args.prompt) } }],
        maxTokens: 100,
      })
      const answer = Array.isArray(content) ? content[0] : content
      return text(`LLM response: ${answer?.type === 'text' ? answer.text : ''}`)
    },
  },
  test_elicitation: {
    description: 'Asks the person',
    inputSchema: takes('message'),
    async run(args, context) {
      const form = {
        type: 'object',
        properties: {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        },
        required: ['username', 'email'],
      }
      return text(`User response: ${await elicit(context, String(args.message), form)}`)
    },
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks with defaults',
    run: async (_args, context) =>
      text(`Elicitation completed: ${await elicit(context, 'Please review.', FORM_WITH_DEFAULTS)}`),
  },
  test_elicitation_sep1330_enums: {
    description: 'Asks with choices',
    run: async (_args, context) =>
      text(`Elicitation completed: ${await elicit(context, 'Please choose.', ENUM_FORM)}`),
  },
  test_reconnection: {
    description: 'Closes its stream before it answers',
    async run(_args, context) {
      context.http?.closeSSE?.()
      await pause(100)
      return text('The client came back for this.')
    },
  },
  test_missing_capability: {
    description: 'Needs sampling',
    run(_args, context) {
      const envelope: Record<string, unknown> = { ...context.mcpReq.envelope }
      const declared = envelope[CLIENT_CAPABILITIES_META_KEY] as { sampling?: object } | undefined
      if (!declared?.sampling) {
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
      }
      return text('Sampling is there.')
    },
  },
}
