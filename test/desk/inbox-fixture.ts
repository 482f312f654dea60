/** An inbox with several kinds of questions, and ways to fill it. */
import { onTestFinished } from 'vitest'
import { agent, follow, openTestGateway, start, type TestGatewayOptions } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

export const QUESTIONS = `
people:
  anna: { roles: [editor] }
  ben: { roles: [editor] }
approvals: { holdMs: 0 }
workflows:
  letter:
    title: Letters
    initialState: writing
    states:
      writing:
        transitions:
          hand_in:
            target: reading
            inputSchema: { type: object, properties: { title: { type: string } } }
            output: { title: "$.arguments.title" }
          post:
            title: Post the letter
            target: sent
            executor: { kind: human, queue: post_office, timeoutMs: 3600000 }
            inputSchema: { type: object, properties: { title: { type: string } } }
            summary: "Post {title}"
      reading:
        transitions:
          approve: { title: Approve the letter, target: sent, actor: human, summary: "Send {title}" }
          annotate:
            title: Send it back
            target: writing
            actor: human
            inputSchema: { type: object, required: [note], properties: { note: { type: string } } }
      sent: { terminal: true }
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Deploy it, target: done, actor: human, risk: high }
          stop: { title: Leave it, target: done, actor: human }
      done: { terminal: true }
`

export async function openInbox(options: TestGatewayOptions = {}, yaml = QUESTIONS) {
  const gateway = await openTestGateway(yaml, options)
  const desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const close = async () => {
    await desk.close()
    await gateway.close()
  }
  let closed: Promise<void> | null = null
  onTestFinished(() => (closed ??= close()))
  const handIn = async (title: string, client = 'local', transition = 'hand_in') => {
    const who = agent(client)
    const started = await start(gateway, 'letter', {}, who)
    await follow(gateway, started, transition, { title }, who)
    return started.workflowId ?? ''
  }
  const list = (request: Parameters<typeof ask<'inbox.list'>>[3] = {}) =>
    ask(desk, session, 'inbox.list', request)
  const titles = async (request: Parameters<typeof ask<'inbox.list'>>[3] = {}) =>
    (await list(request)).items.map(({ sentence }) => sentence.map(({ text }) => text).join(''))
  const idOf = async (title: string) => {
    const { items } = await list({ text: title, limit: 1 })
    return items[0]?.id ?? ''
  }
  const openSession = async (person: string) => {
    const other = await desk.openSession('window')
    await ask(desk, other, 'people.switch', { name: person, pin: null })
    return other
  }
  return {
    gateway,
    desk,
    session,
    handIn,
    post: (title: string, client?: string) => handIn(title, client, 'post'),
    list,
    titles,
    idOf,
    openSession,
    close: () => (closed ??= close()),
  }
}
