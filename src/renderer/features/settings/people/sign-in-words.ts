/** Texts about PINs and about who is at which desk. */
export const signInWords = {
  none: 'You have no PIN. With a PIN, new windows and browsers start locked, and nobody else can decide as you.',
  some: 'You enter your PIN to sign in.',
  locks:
    'The desk locks when you lock it (your name, bottom left) and when Countersign starts. Auto-lock is below.',
  others: (names: string) =>
    `No PIN: ${names}. They can sign in only after somebody with a PIN has unlocked the desk.`,
  current: 'Current PIN',
  next: 'New PIN',
  nextHint: 'At least 4 characters. Letters are allowed.',
  again: 'Repeat new PIN',
  differs: 'The two PINs differ.',
  change: 'Change the PIN',
  remove: 'Remove the PIN',
  save: 'Save the PIN',
  saved: 'PIN set',
  savedText: 'Other windows and browsers where nobody entered a PIN are locked now.',
  removed: 'PIN removed',
  removedText: 'You are no longer asked for a PIN.',
  proof: (canTouch: boolean) =>
    `Each high-risk decision asks for your PIN${canTouch ? ', or Touch ID' : ''}.`,
  proofLost: 'Without a PIN you cannot make high-risk decisions or changes.',
  sessions: 'At a desk now',
  sessionsText: 'Every open window and browser.',
  columns: ['Who', 'Where', 'Since'],
  locked: 'locked',
  here: 'this desk',
  window: 'the app',
  browser: 'a browser',
} as const
