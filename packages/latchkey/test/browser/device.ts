import type { Page } from 'playwright-core'

/** A device with passkeys, as the browser's debugger makes them up. */
export interface Device {
  credentials(): Promise<readonly unknown[]>
  /** Does it find that the person is who they say? */
  verify(isVerified: boolean): Promise<void>
  /** Does somebody touch it whenever it asks? */
  letPresenceBe(isPresent: boolean): Promise<void>
  remove(): Promise<void>
}

/** Adds a device that unlocks by itself. @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
export async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verify: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    letPresenceBe: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
