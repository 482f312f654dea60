/** Texts about who sits at this desk. */
export const peopleWords = {
  /** On the lock screen, beneath the people. */
  forgotten: 'Who has forgotten their PIN stops the gateway and says in a terminal:',
  forgottenCommand: 'countersign pin remove NAME',
  forgottenOr: 'or, where it was started with npm start, in that folder:',
  forgottenNpm: 'npm run countersign -- pin remove NAME',
  lockedTitle: 'This desk is locked',
  lockedText:
    'Somebody with a PIN opens it. After that it can be given on to people without one, until it is locked again.',
  lockedFree: 'Nobody has a PIN: anyone can go on, as anybody. Set one in Settings → People.',
  switchTitle: 'Who is at the desk?',
  switchText: 'What you decide from now on is decided as this person.',
  people: 'People',
  you: 'you',
  hasPin: 'has a PIN',
  noPin: 'no PIN',
  roles: (roles: readonly string[]) => roles.join(', '),
  pinOf: (name: string) => `PIN of ${name}`,
  open: (name: string) => `Go on as ${name}`,
  other: 'Somebody else',
  checking: 'Checking the PIN',
  /** Before the name. */
  rail: 'Person at the desk:',
  switchPerson: 'Switch person',
  lock: 'Lock the desk',
  locksNothing: 'Nobody has a PIN, so locking keeps nobody out: anyone can go on.',
  setPin: 'Set a PIN',
  failed: 'This did not work.',
  came: (name: string, browser: boolean) => `${name} came to the desk${browser ? ' in a browser' : ''}`,
  openedLocked: (browser: boolean) => `A locked desk was opened${browser ? ' in a browser' : ''}`,
  wrongPins: (name: string) => `Wrong PINs were entered for ${name}`,
  wrongPinsText: 'There were too many; the next try has to wait. If that was not you, look at the activity.',
} as const
