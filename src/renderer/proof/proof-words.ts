/** Every text of the dialog that asks for a proof. */
export const proofWords = {
  proveTitle: 'Enter your PIN',
  proveText: (label: string) => `‘${label}’ is high risk. Your PIN is asked each time.`,
  pin: 'Your PIN',
  prove: 'Confirm',
  touchId: 'Use Touch ID',
  noPin: 'You have no PIN, so you cannot make high-risk decisions or changes.',
  setPin: 'Set a PIN',
} as const
