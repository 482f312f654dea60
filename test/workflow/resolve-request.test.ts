import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/main/model/json.ts'
import { resolveCall } from '../../src/main/workflow/executors/executors.ts'
import { declareRequest, scopeWith } from './declarations.ts'

const connections = {
  cliConnection: () => null,
  restConnection: (name: string) => (name === 'api' ? { baseUrl: 'https://api.example.com/v1/' } : null),
}
const scope = scopeWith({
  arguments: { id: 7, name: 'a/b c', tags: ['x', 'y&z'], empty: '', nothing: null, dots: '..', yes: true },
  context: { id: 'other', team: 'red', line: 'a\r\nX-Evil: 1' },
  input: { team: 'blue', org: 'acme' },
})

function resolve(...declaration: Parameters<typeof declareRequest>) {
  const result = resolveCall(declareRequest(...declaration), scope, connections)
  if (!result.ok || result.call.kind !== 'rest') throw new Error(result.ok ? 'not a request' : result.message)
  return result.call
}
function refusal(...declaration: Parameters<typeof declareRequest>): string {
  const result = resolveCall(declareRequest(...declaration), scope, connections)
  return result.ok ? 'not refused' : result.message
}

describe('the path of a request', () => {
  it.each([
    ['/items/{id}', '/items/7'],
    ['items/{id}', '/items/7'],
    ['//items', '/items'],
    ['/', '/'],
    ['', '/'],
    ['/{name}/x', '/a%2Fb%20c/x'],
    ['/{team}/{org}', '/red/acme'],
    ['/{input.team}/{arguments.id}', '/blue/7'],
    ['/{tags[0]}/{tags.1}', '/x/y%26z'],
    ['/v{id}-{yes}', '/v7-true'],
    ['/$.arguments.name/$.context.team', '/a%2Fb%20c/red'],
    ['$.input.org', '/acme'],
    ['/search?q={name}', '/search?q=a%2Fb%20c'],
  ])('%s becomes %s [rest.path] [R2.6]', (template, path) => {
    expect(resolve(template)).toMatchObject({ path, baseUrl: 'https://api.example.com/v1' })
  })

  it.each([
    ['/items/{absent}', '‘{absent}’ in the path "/items/{absent}" has no value'],
    ['/items/{empty}', '‘{empty}’'],
    ['/items/{nothing}', '‘{nothing}’'],
    ['/items/$.arguments.absent', '‘$.arguments.absent’'],
    ['/items/{tags}', 'is a list; a text, a number or a truth value is needed'],
    ['/items/{context.absent}', 'has no value'],
    ['/items/{dots}', 'A part that is only dots'],
    ['/items/{dots}?a=1', 'A part that is only dots'],
    ['/items/../x', 'A part that is only dots'],
    ['/items/%2E%2e/x', 'A part that is only dots'],
    ['/items\\..\\x', 'A part that is only dots'],
    ['/items/{not-a-place}', 'holds "{"'],
    ['/items#top', 'holds "#"'],
    ['/items/a b', 'holds " "'],
  ])('%s is refused [rest.path]', (template, sentence) => {
    expect(refusal(template)).toContain(sentence)
  })

  it('is below a connection that is declared [rest.path]', () => {
    expect(refusal('/x', { connection: 'gone' })).toBe('There is no web API ‘gone’ in the configuration.')
  })
})

describe('the query of a request', () => {
  it('repeats lists, leaves out what is missing, and encodes everything else [rest.query]', () => {
    const query: Record<string, JsonValue> = {
      tag: '$.arguments.tags',
      team: 'team-$.context.team',
      'a b': "it's(1)*",
      sum: { add: ['$.arguments.id', 1] },
      joined: { concat: ['x=', '$.arguments.name'] },
      filter: { team: '$.context.team' },
      gone: '$.arguments.absent',
      none: null,
      list: ['a', '$.arguments.absent', '$.context.team'],
    }
    expect(resolve('/items', { query }).path).toBe(
      '/items?tag=x&tag=y%26z&team=team-red&a%20b=it%27s%281%29%2A&sum=8&joined=x%3Da%2Fb%20c&filter=%7B%22team%22%3A%22red%22%7D&list=a&list=red',
    )
    expect(resolve('/items?page=1', { query: { team: '$.context.team' } }).path).toBe(
      '/items?page=1&team=red',
    )
    expect(resolve('/items', { query: { gone: '$.arguments.absent' } }).path).toBe('/items')
  })
})

describe('the headers of a request', () => {
  it('have paths filled in [R2.6]', () => {
    const headers = {
      'X-Team': 'team $.context.team',
      'X-None': '$.arguments.absent',
      Accept: ' text/plain ',
    }
    expect(resolve('/x', { headers }).headers).toEqual({
      'X-Team': 'team red',
      'X-None': '',
      Accept: 'text/plain',
    })
  })

  it.each([
    ['X-Line', '$.context.line', 'The header ‘X-Line’ became "a\\r\\nX-Evil: 1". Line breaks'],
    ['X-Nul', 'a\0b', 'NUL'],
    ['X-Wide', '→', 'characters that no header can carry'],
    ['Host', 'elsewhere', 'cannot declare the header "Host"'],
    ['Transfer-Encoding', 'chunked', 'cannot declare the header'],
    ['content-length', '1', 'cannot declare the header'],
    ['X Space', '1', 'cannot declare the header'],
    ['X-A\r\nX-B', '1', 'cannot declare the header'],
  ])('%s: %j is refused [R7.1]', (name, value, sentence) => {
    expect(refusal('/x', { headers: { [name]: value } })).toContain(sentence)
  })
})

describe('the body of a request', () => {
  it.each<[JsonValue, JsonValue | undefined]>([
    [
      { id: '$.arguments.id', text: 'in $.context.team', gone: '$.arguments.absent' },
      { id: 7, text: 'in red', gone: null },
    ],
    ['$.arguments.tags', ['x', 'y&z']],
    ['$.arguments.absent', undefined],
    ['team: $.context.team', 'team: red'],
    [{ add: ['$.arguments.id', 1] }, 8],
    [null, null],
  ])('%j becomes %j [R2.6]', (body, expected) => {
    expect(resolve('/x', { method: 'POST', body }).body).toEqual(expected)
  })

  it.each(['GET', 'HEAD'] as const)('is refused for %s [rest.request]', (method) => {
    expect(refusal('/x', { method, body: {} })).toContain(`A ${method} request has no body`)
  })
})
