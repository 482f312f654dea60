/** Calls of the contract whose parts are on their way: each leaves this list with the part that answers it. */
import { DeskFault } from './fault.ts'

async function unbuilt(): Promise<never> {
  throw new DeskFault('REJECTED', 'This part of the desk cannot do that yet.')
}

export const UNBUILT = {
  'attention.report': unbuilt,
  'attention.suggest': unbuilt,
}
