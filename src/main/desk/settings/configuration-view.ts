/** The configuration in force, and how the files on the disk stand to it. */
import type { ConfigurationView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'

export function viewConfiguration({ live }: Pick<Gateway, 'live'>): ConfigurationView {
  const { hash, acceptedAt, acceptedBy, disk } = live.status()
  return {
    hash,
    acceptedAt,
    acceptedBy,
    disk: disk.kind,
    approvalId: disk.kind === 'waiting' ? disk.approvalId : null,
    refused: disk.kind === 'refused' ? { by: disk.by, at: disk.at } : null,
  }
}
