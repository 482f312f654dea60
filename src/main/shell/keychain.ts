/** The keychain of the system, through what Electron offers of it. Knows no electron. */

/** Electron's `safeStorage`. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  /** On Linux only. */
  getSelectedStorageBackend(): string
  encryptString(text: string): Buffer
  decryptString(data: Buffer): string
}

/** As `HostOptions` wants it: what encrypts secrets, or the reason why nothing does, as a sentence. */
type Keychains =
  | { keychain: { honest: string; encrypt(text: string): Buffer; decrypt(data: Buffer): string } }
  | { withoutKeychain: string }

/** Call it when the app is ready. */
export function findKeychain(storage: SafeStorage, platform: NodeJS.Platform): Keychains {
  if (!storage.isEncryptionAvailable()) {
    return { withoutKeychain: 'This system offers the app no keychain.' }
  }
  // Electron then encrypts with a key that is written in its own source.
  if (platform === 'linux' && storage.getSelectedStorageBackend() === 'basic_text') {
    return {
      withoutKeychain:
        'No keychain of this Linux desktop (GNOME Keyring, KWallet) is running, so that Electron could only obscure secrets.',
    }
  }
  return {
    keychain: {
      honest: `Secrets are encrypted in the data folder with a key that ${nameOf(platform)} keeps for this app. Copies of the folder and other users do not get at them; a program that runs as you may.`,
      encrypt: (text) => storage.encryptString(text),
      decrypt: (data) => storage.decryptString(data),
    },
  }
}

function nameOf(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return "the system's keychain"
  return platform === 'win32' ? 'Windows (DPAPI)' : "the desktop's keychain"
}
