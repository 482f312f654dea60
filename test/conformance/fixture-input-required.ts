/** The suite's fixtures for answers that ask the client for more (2026-07-28). */
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { FixtureTool } from './fixture-tools.ts'

export const stateCodec = createRequestStateCodec<{ step: number }>({
  key: 'a key for the fixtures, 32 bytes long',
})

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

export function ask(message: string, field: string, type: 'string' | 'boolean' = 'string') {
  const property = type === 'string' ? { type: 'string' as const } : { type: 'boolean' as const }
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: property }, required: [field] },
  })
}

function sample(question: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens,
  })
}

function answers(context: ServerContext) {
  return context.mcpReq.inputResponses
}

export const INPUT_REQUIRED_TOOLS: Record<string, FixtureTool> = {
  test_input_required_result_elicitation: {
    description: 'Asks for a name',
    run(_args, context) {
      const name = acceptedContent(answers(context), 'user_name')?.name
      if (typeof name === 'string') return text(`Hello, ${name}!`)
      return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
    },
  },
  test_input_required_result_sampling: {
    description: 'Asks the client’s model',
    run(_args, context) {
      const answer = inputResponse(answers(context), 'capital_question')
      if (answer.kind === 'sampling') return text(JSON.stringify(answer))
      return inputRequired({
        inputRequests: { capital_question: sample('What is the capital of France?', 100) },
      })
    },
  },
  test_input_required_result_list_roots: {
    description: 'Asks for roots',
    run(_args, context) {
      const answer = inputResponse(answers(context), 'client_roots')
      if (answer.kind === 'roots') return text(JSON.stringify(answer))
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
    },
  },
  test_input_required_result_request_state: {
    description: 'Keeps a state with the client',
    async run(_args, context) {
      const state = context.mcpReq.requestState<{ step: number }>()
      if (state?.step === 1 && answers(context)?.confirm !== undefined) return text('state-ok')
      const requestState = await stateCodec.mint({ step: 1 }, context)
      return inputRequired({
        inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') },
        requestState,
      })
    },
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks three things at once',
    async run(_args, context) {
      const given = answers(context) ?? {}
      if (['user_name', 'greeting', 'client_roots'].every((key) => key in given)) return text('All is there.')
      return inputRequired({
        inputRequests: {
          user_name: ask('What is your name?', 'name'),
          greeting: sample('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await stateCodec.mint({ step: 1 }, context),
      })
    },
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice',
    async run(_args, context) {
      const step = context.mcpReq.requestState<{ step: number }>()?.step ?? 0
      const given = answers(context) ?? {}
      if (step === 2 && 'step2' in given) return text('Both steps are done.')
      if (step === 1 && 'step1' in given) {
        const step2 = ask('Step 2: What is your favorite color?', 'color')
        return inputRequired({
          inputRequests: { step2 },
          requestState: await stateCodec.mint({ step: 2 }, context),
        })
      }
      const step1 = ask('Step 1: What is your name?', 'name')
      return inputRequired({
        inputRequests: { step1 },
        requestState: await stateCodec.mint({ step: 1 }, context),
      })
    },
  },
  test_input_required_result_tampered_state: {
    description: 'Keeps a state that must come back as it was',
    async run(_args, context) {
      if (context.mcpReq.requestState() !== undefined) return text('The state is genuine.')
      const requestState = await stateCodec.mint({ step: 1 }, context)
      return inputRequired({
        inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') },
        requestState,
      })
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks only what the client can answer',
    run(_args, context) {
      const envelope: Record<string, unknown> = { ...context.mcpReq.envelope }
      const declared = { ...(envelope[CLIENT_CAPABILITIES_META_KEY] as object | undefined) }
      if (answers(context) !== undefined) return text('Thank you.')
      const inputRequests = {
        ...('elicitation' in declared && { user_name: ask('What is your name?', 'name') }),
        ...('sampling' in declared && { greeting: sample('Generate a greeting', 50) }),
      }
      return Object.keys(inputRequests).length > 0
        ? inputRequired({ inputRequests })
        : text('Nothing to ask.')
    },
  },
  test_streaming_elicitation: {
    description: 'Reports progress, then asks',
    async run(_args, context) {
      if (answers(context) !== undefined) return text('Thank you.')
      const progressToken = context.mcpReq._meta?.progressToken
      if (progressToken !== undefined) {
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: 1 },
        })
      }
      return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
    },
  },
}
