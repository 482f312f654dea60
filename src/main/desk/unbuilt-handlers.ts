/** Calls of the contract whose parts are on their way: each leaves this list with the part that answers it. */
import { DeskFault } from './fault.ts'

async function unbuilt(): Promise<never> {
  throw new DeskFault('REJECTED', 'This part of the desk cannot do that yet.')
}

export const UNBUILT = {
  'search.why': unbuilt,
  'search.evaluate': unbuilt,
  'judged.list': unbuilt,
  'judged.save': unbuilt,
  'judged.remove': unbuilt,
  'judged.restore': unbuilt,
  'judged.pool': unbuilt,
  'judged.import': unbuilt,
  'judged.export': unbuilt,
  'profiles.list': unbuilt,
  'profiles.save': unbuilt,
  'profiles.remove': unbuilt,
  'profiles.preview': unbuilt,
  'profiles.apply': unbuilt,
  'words.get': unbuilt,
  'words.effect': unbuilt,
  'traffic.report': unbuilt,
  'traffic.keep': unbuilt,
  'traffic.forget': unbuilt,
}
