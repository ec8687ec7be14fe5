import { describe, expect, it, vi } from 'vitest'
import { simpleWebAuthn } from './package.edge.ts'

describe('@simplewebauthn/server on an edge runtime', () => {
  // proves DROP-10
  it('is rejected on the Next.js edge runtime, which cannot build it', async () => {
    vi.stubEnv('NEXT_RUNTIME', 'edge')
    await expect(simpleWebAuthn()).rejects.toThrow("Remove `export const runtime = 'edge'`")
    vi.unstubAllEnvs()
  })

  // proves DROP-10
  it('is loaded on every other edge runtime', async () => {
    expect(await simpleWebAuthn()).toHaveProperty('verifyRegistrationResponse')
  })
})
