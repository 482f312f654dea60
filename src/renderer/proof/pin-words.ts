/** What is said of a PIN in more than one place. */
export const pinWords = {
  yours: 'Your PIN',
  set: 'Set a PIN',
} as const
