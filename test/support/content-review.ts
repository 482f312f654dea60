/** The sample's content review, played by an agent up to the moment at which only a person can go on. */
import type { Agent, ToolAnswer, WorkflowAnswerView } from './agent.ts'

const DRAFT = { title: 'Release notes', content: 'Everything is faster now.' }

/** Starts it, hands a draft in, and answers with what the gateway said last. */
export async function handInDraft(agent: Agent): Promise<WorkflowAnswerView> {
  const started = await agent.call('workflow.start', { definitionId: 'content_review', input: {} })
  const link = started.answer.links.find(({ rel }) => rel === 'submit_draft')
  if (!link) throw new Error(`no link to hand in a draft: ${JSON.stringify(started.answer)}`)
  const submitted = await agent.call(link.method, { ...link.args, arguments: DRAFT })
  return submitted.answer
}

/** Waits, as an agent does, until a person has moved the run on from this version. */
export async function waitForPerson(agent: Agent, from: WorkflowAnswerView): Promise<WorkflowAnswerView> {
  const { answer } = await agent.call('workflow.get', {
    workflowId: from.workflowId,
    waitMs: 50_000,
    sinceVersion: from.version,
  })
  return answer
}

/** What an agent hears of a waiting run, but for how long it has waited: that alone differs after a restart. */
export function withoutAge({ isError, answer }: ToolAnswer): object {
  const { message: _age, ...result } = answer.result
  return { isError, answer: { ...answer, result } }
}
