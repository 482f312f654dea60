/** Calls of the orchestrator's capabilities, as an agent makes them. */
import type { JsonObject } from '../../src/main/model/json.ts'
import type { AgentPrincipal } from '../../src/main/model/principal.ts'
import { agent, start, type TestGateway } from '../support/gateway.ts'

export async function orchestrate(
  gateway: TestGateway,
  action: string,
  args: JsonObject,
  who: AgentPrincipal = agent(),
): Promise<JsonObject> {
  const input = { capability: `orchestrator.${action}`, arguments: args }
  const response = await start(gateway, 'proxy_default', input, who)
  const { lastResult } = response.context ?? {}
  if (lastResult === undefined) throw new Error(JSON.stringify(response))
  return lastResult as JsonObject
}

/** Steps of every kind; `NODE` is the Node that runs this. */
export const PIPELINE = `
workflows:
  pipeline:
    tags: [build]
    inputSchema:
      type: object
      required: [program, file]
      properties: { program: { type: string }, file: { type: string }, deploy: { type: boolean, default: false }, code: { type: string, default: "0" } }
    steps:
      - name: build
        executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", '{"image":"app:1"}'] }
        output: { image: "$.output.json.image" }
      - name: checks
        limit: 10
        parallel:
          - name: lint
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", '{"warnings":3}'] }
            output: { warnings: "$.output.json.warnings" }
          - name: test
            onFailure: continue
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "$.input.code"] }
          - name: scan
            when: { kind: expr, expr: "$.input.deploy == true" }
            executor: { kind: noop }
      - name: go_ahead
        when: { kind: expr, expr: "$.input.deploy == true" }
        approve: { title: Deploy it, summary: "Deploy {image}" }
      - name: finish
        executor: { kind: noop }
        output: { finished: true }
  tolerant:
    steps:
      - name: breaks
        onFailure: continue
        executor: { kind: cli, command: NODE, args: ["-e", "process.exit(3)"] }
      - name: after
        executor: { kind: noop }
  broken:
    steps:
      - name: breaks
        executor: { kind: cli, command: NODE, args: ["-e", "process.exit(3)"] }
      - name: after
        executor: { kind: noop }
  stubborn:
    inputSchema: { type: object, properties: { program: { type: string }, file: { type: string } } }
    steps:
      - name: tries
        onFailure: retry
        reliability: { retry: { initialDelayMs: 1 } }
        executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "1"] }
  slow:
    steps:
      - name: sleeps
        executor: { kind: cli, command: NODE, args: ["-e", "setTimeout(() => {}, 60000)"] }
  decides:
    initialState: ask
    states:
      ask: { transitions: { accept: { target: end, actor: human }, take_back: { target: end } } }
      end: {}
`
