/** All groups of figures, the quick ones first. */
import { bounds } from './bounds.ts'
import { calls } from './calls.ts'
import { configuration } from './configuration.ts'
import { crowd } from './crowd.ts'
import { discovery } from './discovery.ts'
import type { Group } from './figure.ts'
import { inbox } from './inbox.ts'
import { large } from './large.ts'
import { memory } from './memory.ts'
import { overhead } from './overhead.ts'
import { packages } from './packages.ts'
import { playground } from './playground.ts'
import { search } from './search.ts'
import { searchQuality } from './search-quality.ts'
import { startTime } from './start-time.ts'
import { throughput } from './throughput.ts'
import { tokens } from './tokens.ts'
import { toolTable } from './tool-table.ts'

export const GROUPS: readonly Group[] = [
  tokens,
  configuration,
  discovery,
  overhead,
  throughput,
  calls,
  crowd,
  inbox,
  playground,
  toolTable,
  startTime,
  memory,
  bounds,
  large,
  search,
  searchQuality,
  packages,
]
