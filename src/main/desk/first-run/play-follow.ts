/**
 * The scripted agent's way through a workflow: it knows none, it follows the links of the answers. Tries once to
 * approve its own work, so that people see what happens then. May import: model.
 */
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import type { Agent } from './play-agent.ts'
import { type RunAnswer, type RunLink, readAnswer } from './play-answer.ts'
import { fillForm } from './play-form.ts'
import type { Script } from './play-scripts.ts'

type Say = (who: 'agent' | 'gateway', text: string, code?: string) => void

const WAIT_MS = 25_000
/** Ways out that an agent which wants to get on does not take. */
const AWAY = /abandon|abort|cancel|withdraw|discard/i

/** Resolves when the script is at its end. @throws if the gateway cannot be reached, or `signal` aborts. */
export async function followScript(
  script: Script,
  agent: Agent,
  say: Say,
  began: (workflowId: string) => void,
  signal: AbortSignal,
): Promise<void> {
  say('agent', script.intention)
  const started = await startRun(script, agent, say)
  if (started === null) return
  let answer = started
  began(answer.workflowId)
  const submitted = new Map<string, number>()
  let hasTried = false
  let parked = false

  while (!signal.aborted) {
    if (answer.terminal) {
      say('agent', `It has come to its end: ${answer.state}. Thank you.`)
      return
    }
    if (answer.error?.code === 'APPROVAL_DENIED' && parked) parked = false
    const forPeople = answer.links.find((link) => link.actor === 'human')
    if (forPeople && !hasTried) {
      hasTried = true
      await tryToDecide(forPeople, agent, say)
    }
    const link = forPeople || parked ? null : nextMove(answer)
    if (link === null) {
      answer = await waitForPerson(answer, agent, say)
      if (answer.status === 'rejected') return
      continue
    }
    const times = submitted.get(link.rel) ?? 0
    const draft = script.drafts[times]
    if (draft === undefined) {
      say('agent', 'I have nothing better to offer, and leave it to you.')
      return
    }
    submitted.set(link.rel, times + 1)
    answer = await submit(link, draft, times, agent, say)
    parked = answer.status === 'waiting_for_action'
    if (
      answer.status === 'failed' ||
      (answer.status === 'rejected' && answer.error?.code !== 'APPROVAL_DENIED')
    ) {
      say('agent', 'I cannot go on from here.')
      return
    }
  }
}

async function startRun(script: Script, agent: Agent, say: Say): Promise<RunAnswer | null> {
  say('agent', `gateway.search “${script.query}”`)
  const found = await agent.call('gateway.search', { query: script.query, kind: 'workflow' })
  const items = (Array.isArray(found.results) ? found.results : [])
    .map((result) => (isJsonObject(result) ? result.item : null))
    .filter(isJsonObject)
  const item = items.find(({ id }) => id === script.wanted) ?? items[0]
  if (item === undefined) {
    say('gateway', 'Nothing was found.')
    return null
  }
  say('gateway', `Found: ${items.map(({ title, id }) => String(title ?? id)).join(', ')}.`)
  const described = await agent.call('gateway.describe', { id: String(item.id) })
  const input = fillForm(described.inputSchema, script.drafts[0] ?? {})
  say('agent', `workflow.start ${String(item.id)}`)
  const answer = readAnswer(await agent.call('workflow.start', { definitionId: String(item.id), input }))
  report(answer, say)
  return answer.workflowId === '' || answer.status === 'rejected' ? null : answer
}

async function tryToDecide(link: RunLink, agent: Agent, say: Say): Promise<void> {
  say('agent', `Could I decide that myself? workflow.submit ${link.rel}`)
  const answer = readAnswer(await agent.call('workflow.submit', link.args))
  const said = answer.error?.message ?? answer.message ?? ''
  say('gateway', answer.error ? `No. ${said}` : `${answer.status}: ${said}`, answer.error?.code)
  say('agent', 'No. I wait for a person.')
}

async function submit(
  link: RunLink,
  draft: JsonObject,
  times: number,
  agent: Agent,
  say: Say,
): Promise<RunAnswer> {
  say('agent', `${times === 0 ? '' : 'I try again, better. '}workflow.submit ${link.rel}`)
  const prefilled = isJsonObject(link.args.arguments) ? link.args.arguments : {}
  const args = { ...prefilled, ...fillForm(link.inputSchema, draft) }
  const answer = readAnswer(await agent.call('workflow.submit', { ...link.args, arguments: args }))
  report(answer, say)
  return answer
}

/** Says something only when there is something new. */
async function waitForPerson(before: RunAnswer, agent: Agent, say: Say): Promise<RunAnswer> {
  const { workflowId, version } = before
  const answer = readAnswer(
    await agent.call('workflow.get', { workflowId, waitMs: WAIT_MS, sinceVersion: version }),
  )
  if (answer.version !== version || answer.error?.message !== before.error?.message) report(answer, say)
  return answer
}

function nextMove(answer: RunAnswer): RunLink | null {
  const moves = answer.links.filter((link) => link.actor === 'agent' && link.method === 'workflow.submit')
  return moves.find((link) => !AWAY.test(link.rel)) ?? null
}

function report(answer: RunAnswer, say: Say): void {
  const words = answer.error?.message ?? answer.message ?? ''
  say(
    'gateway',
    `${answer.status} · state ${answer.state}, version ${answer.version}${words === '' ? '' : ` · ${words}`}`,
    answer.error?.code,
  )
}
