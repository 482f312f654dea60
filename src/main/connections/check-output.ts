/** Whether an answer is what its tool has promised. */
import type { CallToolResult, ImportedTool, SchemaRules } from './connection.ts'

const MOST_NAMED = 3

/** An answer that breaks the promise fails its call; what the tool did, it did. */
export function checkOutput(
  tool: ImportedTool | undefined,
  answer: CallToolResult,
  rules: SchemaRules,
): CallToolResult {
  if (!answer.ok || answer.result.isError || tool?.outputSchema === undefined) return answer
  const { structuredContent } = answer.result
  if (structuredContent === undefined) return answer
  const misfits = rules.misfits(tool.outputSchema, structuredContent)
  if (misfits.length === 0) return answer
  const named = misfits.slice(0, MOST_NAMED).join('; ')
  return {
    ok: false,
    errorClass: 'permanent',
    message: `The answer of the tool ${tool.name} does not fit the output schema that its server declares: ${named}.`,
    uncertain: true,
  }
}
