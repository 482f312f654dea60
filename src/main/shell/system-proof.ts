/** What this machine can ask its own user with, through what Electron offers of it. Knows no electron. */

/** Electron's `systemPreferences`; the calls exist on macOS only. */
export interface SystemPreferences {
  canPromptTouchID(): boolean
  promptTouchID(reason: string): Promise<void>
}

interface SystemProof {
  kind: 'touchId'
  available(): boolean
  ask(reason: string): Promise<boolean>
}

/** As `HostOptions` wants it. Empty where there is nothing to ask with: no other system is pretended to have it. */
export function findSystemProof(
  preferences: SystemPreferences,
  platform: NodeJS.Platform,
): { systemProof?: SystemProof } {
  if (platform !== 'darwin') return {}
  return {
    systemProof: {
      kind: 'touchId',
      available: () => preferences.canPromptTouchID(),
      ask: (reason) =>
        preferences.promptTouchID(reason).then(
          () => true,
          // They cancelled it, or it did not know the finger; both mean the same here.
          () => false,
        ),
    },
  }
}
