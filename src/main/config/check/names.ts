/** Names that mean something to the language that the gateway is written in would be found where nothing is. */

import type { Path } from '../read/tree.ts'
import type { Subject } from './subject.ts'

const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** How the gateway's own capabilities are called: nothing may pass for one of them. */
const OWN = /^orchestrator\./

export function checkNames(subject: Subject): void {
  const { connections, capabilities, workflows = {}, clients, people, proxy } = subject.document
  const check = (names: object | undefined, path: Path) => {
    for (const name of Object.keys(names ?? {})) {
      if (RESERVED.has(name)) subject.findings.errorAtKey([...path, name], sentence(name))
    }
  }
  check(connections, ['connections'])
  check(capabilities, ['capabilities'])
  check(clients, ['clients'])
  check(people, ['people'])
  if (clients?.local !== undefined) {
    const shared =
      '‘local’ is the identity that all clients without a token share. It has the least rights, and what is written here has no effect. Give the client a name of its own, and a token.'
    subject.findings.warning(['clients', 'local'], shared)
  }
  check(workflows, ['workflows'])
  for (const id of Object.keys(workflows)) {
    if (OWN.test(id)) subject.findings.errorAtKey(['workflows', id], ownSentence(id))
  }
  for (const [index, entry] of (proxy?.expose ?? []).entries()) {
    const id = entry.as ?? entry.name ?? entry.capability
    if (id === undefined) continue
    if (RESERVED.has(id)) subject.findings.error(['proxy', 'expose', index], sentence(id))
    if (OWN.test(id)) subject.findings.error(['proxy', 'expose', index], ownSentence(id))
  }
  for (const [id, workflow] of Object.entries(workflows)) {
    check(workflow.states, ['workflows', id, 'states'])
    for (const [state, { transitions }] of Object.entries(workflow.states ?? {})) {
      check(transitions, ['workflows', id, 'states', state, 'transitions'])
    }
  }
}

function ownSentence(id: string): string {
  return `‘${id}’ begins like the gateway's own capabilities (‘orchestrator.…’). Choose another id.`
}

function sentence(name: string): string {
  return `‘${name}’ is a reserved name. Choose another one.`
}
