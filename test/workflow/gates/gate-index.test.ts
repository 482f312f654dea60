import { describe, expect, it } from 'vitest'
import type { ResolvedCall } from '../../../src/main/model/call.ts'
import type { Connection } from '../../../src/main/model/configuration.ts'
import type { Capability, Gate } from '../../../src/main/model/definition.ts'
import type { ExecutorDeclaration } from '../../../src/main/model/executor.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { indexGates } from '../../../src/main/workflow/gates/gate-index.ts'
import { declareProgram, declareRequest } from '../declarations.ts'

function gate(queue: string, required: Gate['required'] = true): Gate {
  return { required, queue, quorum: 1, notRequester: false }
}

function capability(executor: ExecutorDeclaration, rest: Partial<Capability> = {}): Capability {
  return {
    id: 'x',
    title: 'X',
    description: '',
    tags: [],
    aliases: [],
    examples: [],
    guards: [],
    executor,
    source: { kind: 'expose' },
    readOnly: false,
    ...rest,
  }
}

const connections: Record<string, Connection> = {
  files: {
    kind: 'mcp',
    name: 'files',
    transport: { kind: 'http', url: 'http://x', headers: {} },
    gate: gate('files', 'unlessReadOnly'),
  },
  cluster: { kind: 'cli', name: 'cluster', command: 'kubectl', env: {}, gate: gate('cluster') },
  other: { kind: 'cli', name: 'other', command: 'kubectl', env: {} },
  api: { kind: 'rest', name: 'api', baseUrl: 'http://x', headers: {}, gate: gate('api', 'unlessReadOnly') },
}

const tool = (name: string, connection = 'files'): ResolvedCall => ({
  kind: 'mcp',
  connection,
  tool: name,
  arguments: {},
})
const program = (command: string, args: string[], connection: string | null = null): ResolvedCall => ({
  kind: 'cli',
  connection,
  command,
  args,
  workingDirectory: null,
  env: {},
  stdin: null,
  treatNonZeroAsFailure: true,
})
const request = (path: string, method: 'GET' | 'POST' | 'DELETE' = 'POST'): ResolvedCall => ({
  kind: 'rest',
  connection: 'api',
  method,
  baseUrl: 'http://x',
  path,
  headers: {},
})

function queues(capabilities: Capability[], call: ResolvedCall): (string | undefined)[] {
  return indexGates([capabilities], connections)
    .gatesFor(call)
    .map(({ queue }) => queue)
}

describe('the gates before a call', () => {
  it('are those of its connection and of every capability that is the same tool, each once [gates.every-route]', () => {
    const write: ExecutorDeclaration & { kind: 'mcp' } = {
      kind: 'mcp',
      connection: 'files',
      tool: 'write',
      idempotent: false,
    }
    const shared = gate('shared')
    const all = [
      capability(write, {
        gates: [gate('imported'), shared],
        source: { kind: 'import', connection: 'files', tool: 'write' },
      }),
      capability(write, { gates: [shared, gate('exposed')] }),
      capability({ ...write, tool: 'read' }, { gates: [gate('reading')] }),
      capability({ ...write, connection: 'elsewhere' }, { gates: [gate('elsewhere')] }),
    ]
    expect(queues(all, tool('write'))).toEqual(['files', 'imported', 'shared', 'exposed'])
    expect(queues(all, tool('write', 'elsewhere'))).toEqual(['elsewhere'])
    expect(queues(all, tool('unknown'))).toEqual(['files'])
    expect(queues([], { kind: 'noop', output: null })).toEqual([])
  })

  it('hold for a program with the same first words, with or without its connection [gates.every-route]', () => {
    const all = [
      capability(
        {
          ...declareProgram('ignored', ['delete', '--now', '$.arguments.name']),
          connection: 'cluster',
          command: 'kubectl',
        } as ExecutorDeclaration,
        {
          gates: [gate('delete')],
        },
      ),
      capability(declareProgram('/usr/bin/deploy', ['$.arguments.what', 'fast']), {
        gates: [gate('deploy')],
      }),
    ]
    expect(queues(all, program('kubectl', ['delete', '--now', 'pod'], 'cluster'))).toEqual([
      'cluster',
      'delete',
    ])
    expect(queues(all, program('kubectl', ['delete', '--now', 'pod', 'more']))).toEqual(['delete'])
    expect(queues(all, program('/opt/kubectl', ['delete', '--now']))).toEqual(['delete'])
    expect(queues(all, program('kubectl', ['delete', 'pod']))).toEqual([])
    expect(queues(all, program('kubectl', ['delete', '--now'], 'other'))).toEqual([])
    expect(queues(all, program('kubectl', ['get'], 'cluster'))).toEqual(['cluster'])
    expect(queues(all, program('deploy', []))).toEqual(['deploy'])
    expect(queues(all, program('deploy', ['x'], 'other'))).toEqual(['deploy'])
    expect(queues(all, program('/usr/bin/deploy', ['x']))).toEqual(['deploy'])
    expect(queues(all, program('/opt/deploy', ['x']))).toEqual([])
  })

  it('hold for a request of the same method and path, whatever its values and query [gates.every-route]', () => {
    const all = [
      capability(declareRequest('/users/{id}/keys', { method: 'POST' }), { gates: [gate('keys')] }),
      capability(declareRequest('users/$.arguments.id/k-{x}.json?fixed=1', { method: 'POST' }), {
        gates: [gate('files')],
      }),
    ]
    expect(queues(all, request('/users/7/keys'))).toEqual(['api', 'keys'])
    expect(queues(all, request('/users/a%2Fb/keys?x=1'))).toEqual(['api', 'keys'])
    expect(queues(all, request('//users/7/%6Beys/'))).toEqual(['api', 'keys'])
    expect(queues(all, request('/users/7/k-1.json'))).toEqual(['api', 'files'])
    expect(queues(all, request('/users/7/k-1xjson'))).toEqual(['api'])
    expect(queues(all, request('/users/7/8/keys'))).toEqual(['api'])
    expect(queues(all, request('/users/7/keys', 'DELETE'))).toEqual(['api'])
  })

  it.each(['/a/$.arguments.id/$.arguments.id_of', '/a/$.context.of/$.context.of.id', '/a/{x}/{x.y}'])(
    'hold for a request whose path %s has a value that is called as another begins [gates.every-route]',
    (path) => {
      const all = [capability(declareRequest(path, { method: 'POST' }), { gates: [gate('both')] })]
      expect(queues(all, request('/a/1/2'))).toEqual(['api', 'both'])
    },
  )

  it('hold for a workflow and for what the engine offers [gates.every-route]', () => {
    const all = [
      capability(
        { kind: 'workflow', definitionId: 'release', idempotent: false },
        { gates: [gate('release')] },
      ),
      capability({ kind: 'orchestrator', action: 'cancel_workflow' }, { gates: [gate('cancel')] }),
    ]
    expect(queues(all, { kind: 'workflow', definitionId: 'release', input: {} })).toEqual(['release'])
    expect(queues(all, { kind: 'workflow', definitionId: 'else', input: {} })).toEqual([])
    expect(queues(all, { kind: 'orchestrator', action: 'cancel_workflow', arguments: {} })).toEqual([
      'cancel',
    ])
  })

  it('of branches are those of all that they may run, fallbacks included [gates.every-route]', () => {
    const planned = (...calls: ResolvedCall[]) => ({
      calls: calls.map((call) => ({ call, idempotencyKey: null })) as never,
      timeoutMs: null,
      retry: null,
      onFailure: 'abort' as const,
    })
    const call: ResolvedCall = {
      kind: 'parallel',
      limit: 2,
      join: 'all',
      branches: { one: planned(tool('a'), request('/x')), other: planned(tool('b')) },
    }
    expect(queues([], call)).toEqual(['files', 'api'])
  })
})

describe('a gate for what changes something', () => {
  const some: ExecutorDeclaration = { kind: 'mcp', connection: 'files', tool: 'read', idempotent: false }

  it('is left out for a tool whose pinned definition only reads, or that we declare to [gates.read-only]', () => {
    const imported = capability(some, {
      readOnly: true,
      source: { kind: 'import', connection: 'files', tool: 'read' },
    })
    expect(queues([imported], tool('read'))).toEqual([])
    expect(queues([imported], tool('write'))).toEqual(['files'])
    expect(queues([capability(some, { readOnly: true })], tool('read'))).toEqual([])
    expect(queues([capability(some)], tool('read'))).toEqual(['files'])
    expect(queues([capability(some, { readOnly: true, gates: [gate('always')] })], tool('read'))).toEqual([
      'always',
    ])
  })

  it('is left out for a read over HTTP [gates.read-only]', () => {
    expect(queues([], request('/x', 'GET'))).toEqual([])
    expect(queues([], request('/x', 'DELETE'))).toEqual(['api'])
    const overridden = { ...request('/x', 'GET'), headers: { 'x-http-method-override': 'DELETE' } }
    expect(queues([], overridden)).toEqual(['api'])
  })

  it('is left out for exactly the command line that is declared to read, not for what begins with it [gates.read-only]', () => {
    const bounded: Record<string, Connection> = {
      git: { kind: 'cli', name: 'git', command: 'git', env: {}, gate: gate('git', 'unlessReadOnly') },
    }
    const status = capability(
      { ...declareProgram('git', ['status', '$.arguments.path']), connection: 'git' } as ExecutorDeclaration,
      { readOnly: true },
    )
    const index = indexGates([[status, capability(declareProgram('git'), { readOnly: true })]], bounded)
    const found = (args: string[]) => index.gatesFor(program('git', args, 'git')).length
    expect(found(['status', 'src'])).toBe(0)
    expect(found(['status'])).toBe(1)
    expect(found(['status', 'src', '--exec=x'])).toBe(1)
    expect(found(['push'])).toBe(1)
    expect(found([])).toBe(0)
  })

  it('is left out for what the declaration has the tool do, not for the same tool with other arguments [gates.read-only]', () => {
    const bounded: Record<string, Connection> = {
      files: {
        kind: 'mcp',
        name: 'files',
        transport: { kind: 'http', url: 'http://x', headers: {} },
        gate: gate('files', 'unlessReadOnly'),
      },
    }
    const map = { dry: true, plan: '$.arguments.plan' }
    const plan = capability(
      { kind: 'mcp', connection: 'files', tool: 'apply', map, idempotent: false },
      { readOnly: true },
    )
    const index = indexGates([[plan]], bounded)
    const found = (given: JsonObject) =>
      index.gatesFor({ kind: 'mcp', connection: 'files', tool: 'apply', arguments: given }).length
    expect(found({ dry: true, plan: 'a' })).toBe(0)
    expect(found({ plan: 'b', dry: true })).toBe(0)
    expect(found({ dry: false, plan: 'a' })).toBe(1)
    expect(found({ plan: 'a' })).toBe(1)
    expect(found({ dry: true, plan: 'a', force: true })).toBe(1)
  })

  it('is left out for the arguments that are fixed, however deep they stand [gates.read-only]', () => {
    const found = (map: JsonObject, given: JsonObject) => {
      const call: ExecutorDeclaration = {
        kind: 'mcp',
        connection: 'x',
        tool: 'apply',
        map,
        idempotent: false,
      }
      return indexGates([[capability(call, { readOnly: true })]], {}).isReadOnly({
        kind: 'mcp',
        connection: 'x',
        tool: 'apply',
        arguments: given,
      })
    }
    const deep = { set: { force: false, ids: ['$.arguments.id', 'b'] } }
    expect(found(deep, { set: { ids: ['a', 'b'], force: false } })).toBe(true)
    expect(found(deep, { set: { ids: ['a', 'b'], force: true } })).toBe(false)
    expect(found(deep, { set: { ids: ['a', 'c'], force: false } })).toBe(false)
    expect(found(deep, { set: { ids: ['a'], force: false } })).toBe(false)
    expect(found(deep, { set: { ids: ['a', 'b'], force: false, all: true } })).toBe(false)
    expect(found({ name: { concat: ['a', 'b'] } }, { name: 'ab' })).toBe(true)
    expect(found({ name: { concat: ['a', 'b'] } }, { name: 'cd' })).toBe(false)
    expect(found({ name: { concat: ['a', '$.context.b'] } }, { name: 'ax' })).toBe(true)
  })

  it('is left out for the input with which a workflow is said to read [gates.read-only]', () => {
    const call: ExecutorDeclaration = {
      kind: 'workflow',
      definitionId: 'w',
      input: { dry: true },
      idempotent: false,
    }
    const { isReadOnly } = indexGates([[capability(call, { readOnly: true })]], {})
    expect(isReadOnly({ kind: 'workflow', definitionId: 'w', input: { dry: true } })).toBe(true)
    expect(isReadOnly({ kind: 'workflow', definitionId: 'w', input: { dry: false } })).toBe(false)
    expect(isReadOnly({ kind: 'workflow', definitionId: 'w', input: {} })).toBe(false)
  })

  it('is left out for the request that is declared, with its body, query and headers [gates.read-only]', () => {
    const declared = declareRequest('/graphql?v=1&user={id}', {
      method: 'POST',
      query: { mode: 'dry', tag: ['a', 'b'], page: '$.arguments.page', gone: null },
      headers: { 'X-Mode': 'read', 'X-For': 'user $.context.user' },
      body: { query: '{ users }', variables: '$.arguments.variables' },
    })
    const { isReadOnly } = indexGates([[capability(declared, { readOnly: true })]], {})
    const call: { path: string; headers: Record<string, string>; body: JsonObject } = {
      path: '/graphql?v=1&user=7&mode=dry&tag=a&tag=b&page=2',
      headers: { 'x-mode': 'read', 'X-For': 'user ann' },
      body: { query: '{ users }', variables: { n: 1 } },
    }
    const found = (changed: Partial<typeof call>) =>
      isReadOnly({ kind: 'rest', connection: 'api', method: 'POST', baseUrl: '', ...call, ...changed })
    expect(found({})).toBe(true)
    expect(found({ path: call.path.replace('&page=2', '') })).toBe(true)
    expect(found({ path: call.path.replace('mode=dry', 'mode=real') })).toBe(false)
    expect(found({ path: call.path.replace('&tag=b', '') })).toBe(false)
    expect(found({ path: `${call.path}&tag=c` })).toBe(false)
    expect(found({ path: `${call.path}&force=1` })).toBe(false)
    expect(found({ path: call.path.replace('v=1', 'v=2') })).toBe(false)
    expect(found({ headers: { ...call.headers, 'x-mode': 'write' } })).toBe(false)
    expect(found({ headers: { ...call.headers, 'X-HTTP-Method-Override': 'DELETE' } })).toBe(false)
    expect(found({ headers: {} })).toBe(false)
    expect(found({ body: { query: 'mutation { wipe }', variables: { n: 1 } } })).toBe(false)
    expect(found({ body: { ...call.body, operationName: 'wipe' } })).toBe(false)
    const { body: _, ...bare } = call
    expect(isReadOnly({ kind: 'rest', connection: 'api', method: 'POST', baseUrl: '', ...bare })).toBe(false)
  })
})
