/** A browser desk over the everything server and a workflow, with an agent beside it. */
import { serverPath } from '../connections/pool-fixture.ts'
import { openPeopleDesk, type PeopleDesk } from './people-desk.ts'

const SERVER = `kind: mcp, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(serverPath('server-everything'))}, stdio]`

const CONFIGURATION = `
clients:
  claude: { tags: [letters] }
connections:
  every: { title: Everything, ${SERVER} }
  careful: { title: Careful, ${SERVER}, approval: { required: true } }
proxy:
  import:
    - { connection: every, prefix: every }
    - { connection: careful, prefix: careful }
  expose:
    - name: notes.keep
      title: Keep a note
      inputSchema: { type: object, properties: { more: {}, mark: { enum: [1, "1", two] } } }
      executor: { kind: noop }
workflows:
  letter:
    title: Letters
    description: An agent writes a letter, a person sends it.
    tags: [letters]
    inputSchema:
      type: object
      required: [to]
      properties: { to: { type: string, title: Recipient, examples: [Ada Lovelace] } }
    initialState: writing
    states:
      writing:
        title: Writing
        transitions:
          hand_in:
            title: Hand the letter in
            target: reading
            inputSchema: { type: object, required: [text], properties: { text: { type: string, title: Text } } }
            prefill: { text: "Dear" }
            output: { text: "$.arguments.text" }
          drop: { title: Drop it, target: gone, risk: high }
      reading:
        title: Reading
        transitions:
          approve: { title: Send the letter, target: sent, actor: human }
      sent: { title: Sent, terminal: true }
      gone: { title: Gone, terminal: true }
  greet:
    title: Greet twice
    description: Says the same name to the server two times.
    inputSchema: { type: object, required: [name], properties: { name: { type: string, title: Name } } }
    steps:
      - { name: first, executor: { kind: mcp, connection: every, tool: echo, map: { message: "$.input.name" } } }
      - { name: second, executor: { kind: mcp, connection: every, tool: echo, map: { message: "$.input.name" } } }
`

export function openTryingPage(): Promise<PeopleDesk> {
  return openPeopleDesk(() => CONFIGURATION)
}
