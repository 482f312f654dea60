/** What this version reads and does not do. A warning: leaving it out changes nothing of what runs or who must approve. */

import type { Document } from '../schema/schema.ts'
import type { Findings } from './findings.ts'

export function checkLaterFeatures(findings: Findings, { discovery }: Document): void {
  if (discovery?.enabled !== undefined)
    findings.warning(['discovery', 'enabled'], '‘enabled’ is ignored: the tools are always the same seven.')
}
