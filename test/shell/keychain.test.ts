import { describe, expect, it } from 'vitest'
import { findKeychain, type SafeStorage } from '../../src/main/shell/keychain.ts'

function storage(available: boolean, backend: string): SafeStorage {
  return {
    isEncryptionAvailable: () => available,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.from(`<${text}>`),
    decryptString: (data) => data.toString().slice(1, -1),
  }
}

describe("the system's keychain [config.secrets]", () => {
  it.each([
    ['darwin', 'unknown', "the system's keychain"],
    ['win32', 'unknown', 'Windows (DPAPI)'],
    ['linux', 'gnome_libsecret', "the desktop's keychain"],
  ] as const)('of %s encrypts and says who keeps the key', (platform, backend, whose) => {
    const found = findKeychain(storage(true, backend), platform)
    if (!('keychain' in found)) throw new Error('expected one')
    expect(found.keychain.honest).toContain(whose)
    expect(found.keychain.decrypt(found.keychain.encrypt('a'))).toBe('a')
  })

  it('is not used where it only obscures', () => {
    expect(findKeychain(storage(true, 'basic_text'), 'linux')).toEqual({
      withoutKeychain: expect.stringContaining('could only obscure secrets'),
    })
  })

  it('may be missing', () => {
    expect(findKeychain(storage(false, 'unknown'), 'linux')).toEqual({
      withoutKeychain: 'This system offers the app no keychain.',
    })
  })
})
