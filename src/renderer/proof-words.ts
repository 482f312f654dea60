/** Every text of the dialog that asks for a proof. */
export const proofWords = {
  proveTitle: 'Prove that it is you',
  proveText: (label: string) => `“${label}” is of high risk. The proof counts for this once.`,
  pin: 'Your PIN',
  prove: 'Prove and go on',
  touchId: 'Use Touch ID',
  noPin:
    'You have no PIN, so you cannot prove who you are, and nothing of high risk can be decided or changed by you.',
  setPin: 'Set a PIN',
} as const
