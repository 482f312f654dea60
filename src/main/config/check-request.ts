/** HTTP requests: a path below the base address, headers that can be sent, a body only where there can be one (R7.1). */
import type { ExecutorDeclaration } from '../model/definition.ts'
import { isHeaderName, isOwnHeader } from '../workflow/headers.ts'
import { splitTemplate } from '../workflow/mapping.ts'
import type { Subject } from './subject.ts'
import type { Path } from './tree.ts'

type Request = Extract<ExecutorDeclaration, { kind: 'rest' }>

export function checkRequest(subject: Subject, request: Request, path: Path): void {
  const { findings } = subject
  const at = [...path, 'path']
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(request.path) || request.path.startsWith('//')) {
    findings.error(
      at,
      `‘${request.path}’ is an address of its own; here stands the path below the connection's ‘baseUrl’.`,
    )
  } else {
    const words = splitTemplate(request.path).map((part) => part.words)
    const stray = words.map((text) => /[{}#\s]/.exec(text)?.[0]).find((found) => found !== undefined)
    if (stray !== undefined) {
      const shown = stray.trim() === '' ? 'a space' : `‘${stray}’`
      findings.error(
        at,
        `A path cannot hold ${shown}. A value is filled in as {name}, with letters, digits and ‘_’ in its name.`,
      )
    }
  }
  checkHeaders(subject, request.headers, [...path, 'headers'])
  if (request.body !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
    findings.error(
      [...path, 'body'],
      `A ${request.method} request has no body. Use ‘query’, or another ‘method’.`,
    )
  }
}

export function checkHeaders(subject: Subject, headers: Record<string, string>, path: Path): void {
  for (const [name, value] of Object.entries(headers)) {
    const at = [...path, name]
    if (!isHeaderName(name)) {
      subject.findings.errorAtKey(
        at,
        `‘${name}’ cannot be the name of a header: use letters, digits and ‘-’.`,
      )
    } else if (isOwnHeader(name)) {
      subject.findings.errorAtKey(at, `The header ‘${name}’ is set by the gateway itself. Remove it.`)
    }
    if (/[\r\n\0]/.test(value)) {
      subject.findings.error(at, `The header ‘${name}’ must be one line.`)
    }
  }
}
