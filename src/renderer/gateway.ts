/**
 * The way to the gateway: the bridge that the preload put into the window, or the one over HTTP in a browser.
 * The only file that knows `window.countersign`. May import: preload/contract.
 */
import type {
  Bridge,
  CallName,
  DeskErrorCode,
  DeskErrorData,
  ReplyOf,
  RequestOf,
} from '../preload/contract.ts'
import { openBrowserBridge } from './bridge/browser-bridge.ts'

declare global {
  interface Window {
    readonly countersign?: Bridge
  }
}

/** A call that the gateway answered with an error, or that never reached it. The message is for a person. */
export class DeskError extends Error {
  readonly code: DeskErrorCode
  readonly details: DeskErrorData['details']

  constructor(error: DeskErrorData) {
    super(error.message)
    this.name = 'DeskError'
    this.code = error.code
    this.details = error.details
  }

  /** The message, without that nothing was saved: for a place that says so itself. */
  get reason(): string {
    const { details } = this
    const isObject = typeof details === 'object' && details !== null
    return isObject && 'reason' in details ? String(details.reason) : this.message
  }
}

/** In a browser this consumes the one-time key of the address, if there is one, before anything is shown. */
export async function openBridge(page: Window): Promise<Bridge> {
  return page.countersign ?? (await openBrowserBridge(page))
}

const UNANSWERED = 'Countersign did not answer.'

/** Throws a `DeskError`, also where the bridge itself breaks: to the window that is the same as being offline. */
export async function callGateway<Name extends CallName>(
  bridge: Bridge,
  name: Name,
  request: RequestOf<Name>,
): Promise<ReplyOf<Name>> {
  // What the browser says of it (‘Failed to fetch’) is for nobody who sits here.
  const reply = await bridge
    .call(name, request)
    .catch(() => ({ ok: false, error: { code: 'OFFLINE', message: UNANSWERED } }) as const)
  if (!reply.ok) throw new DeskError(reply.error)
  // The contract is the only place that types a reply; both sides are compiled against it.
  return reply.value as ReplyOf<Name>
}

/** What a fault says; whatever else was thrown, as a text. */
export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}
