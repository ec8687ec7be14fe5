import type { Page } from 'playwright-core'

/** A passkey on a device. */
export interface DeviceCredential {
  /** Encoded as Base64. */
  readonly credentialId: string
  readonly userName?: string | undefined
}

/** A virtual authenticator of the browser's debugger. */
export interface Device {
  credentials(): Promise<readonly DeviceCredential[]>
  /** Sets whether user verification succeeds. */
  setVerified(isVerified: boolean): Promise<void>
  /** Sets whether the user is present when the device asks. */
  setPresent(isPresent: boolean): Promise<void>
  remove(): Promise<void>
}

/**
 * Adds a device on which the user is present and verified.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
 */
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
    setVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    setPresent: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
