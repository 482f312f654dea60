/**
 * Things that somebody might ask an agent for, each met by one tool of a real server of 401: the keywords that a
 * model would search with, the tool that is right, and arguments that it accepts.
 */
export interface Need {
  need: string
  keywords: string
  tool: string
  arguments: Record<string, unknown>
}

export const NEEDS: readonly Need[] = [
  {
    need: 'My server 17 hangs. Restart it, please.',
    keywords: 'restart virtual machine',
    tool: 'VPS_restartVirtualMachineV1',
    arguments: { virtualMachineId: 17 },
  },
  {
    need: 'Take a snapshot of server 17 before the upgrade.',
    keywords: 'create vm snapshot',
    tool: 'VPS_createSnapshotV1',
    arguments: { virtualMachineId: 17 },
  },
  {
    need: 'Let HTTPS through the firewall.',
    keywords: 'add firewall rule',
    tool: 'VPS_createFirewallRuleV1',
    arguments: { firewallId: 4, protocol: 'HTTPS', port: '443', source: 'any', source_detail: 'any' },
  },
  {
    need: 'Where does example.com point to?',
    keywords: 'list dns records',
    tool: 'DNS_getDNSRecordsV1',
    arguments: { domain: 'example.com' },
  },
  {
    need: 'Is countersign.dev still to be had?',
    keywords: 'check domain availability',
    tool: 'domains_checkDomainAvailabilityV1',
    arguments: { domain: 'countersign', tlds: ['dev'] },
  },
  {
    need: 'Do not renew the subscription any more.',
    keywords: 'disable subscription renewal',
    tool: 'billing_disableAutoRenewalV1',
    arguments: { subscriptionId: 'A1b2C3' },
  },
  {
    need: 'Anna begins on Monday; she needs an address.',
    keywords: 'create email mailbox',
    tool: 'mail_createMailboxV1',
    arguments: { orderId: 'or_1', local_part: 'anna', password: 'Correct-Horse-7' },
  },
  {
    need: 'Why did the build of the website fail?',
    keywords: 'nodejs build logs',
    tool: 'hosting_getNodeJSBuildLogsV1',
    arguments: { username: 'u1', domain: 'example.com', uuid: '0b9c1f5e-6c1b-4a07-9d53-0a4f4c6f2f11' },
  },
  {
    need: 'Ten percent off for everybody this week.',
    keywords: 'create discount code',
    tool: 'ecommerce_createADiscountV1',
    arguments: { store_id: 'st_1', code: 'TEN', type: 'percentage', value: 10 },
  },
  {
    need: 'How many people opened the newsletter?',
    keywords: 'email campaign performance',
    tool: 'reach_getCampaignPerformanceV1',
    arguments: { profileUuid: '5f0e', campaignUuid: '77aa' },
  },
  {
    need: 'Put a contact form on the blog.',
    keywords: 'install wordpress plugin',
    tool: 'hosting_installWordPressPluginsV1',
    arguments: { username: 'u1', software: 'wp_1', plugins: ['contact-form-7'] },
  },
]
