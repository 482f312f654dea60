import { describe, expect, it } from 'vitest'
import { findSystemProof } from '../../src/main/shell/system-proof.ts'

const preferences = (allowed: boolean, finger: boolean) => ({
  canPromptTouchID: () => allowed,
  promptTouchID: (reason: string) =>
    finger ? Promise.resolve() : Promise.reject(new Error(`cancelled: ${reason}`)),
})

describe('what the system asks its user with [people.touch-id]', () => {
  it('is Touch ID on a Mac, and tells a finger from none', async () => {
    const { systemProof } = findSystemProof(preferences(true, true), 'darwin')
    expect(systemProof).toMatchObject({ kind: 'touchId' })
    expect(systemProof?.available()).toBe(true)
    expect(await systemProof?.ask('approve it')).toBe(true)
    expect(await findSystemProof(preferences(true, false), 'darwin').systemProof?.ask('x')).toBe(false)
    expect(findSystemProof(preferences(false, true), 'darwin').systemProof?.available()).toBe(false)
  })

  it.each(['linux', 'win32'] as const)('is nothing on %s', (platform) => {
    expect(findSystemProof(preferences(true, true), platform)).toEqual({})
  })
})
