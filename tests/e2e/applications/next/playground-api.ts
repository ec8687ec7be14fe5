import { ProviderUnavailable, ScopesMissing, TokensExpired } from 'latchkey/errors'
import type { CurrentUser } from 'latchkey/next'

/** What the API of Playground ID returns. */
export interface Profile {
  name: string
  preferred_username: string
  locale: string
}

/** The profile; or the user has to sign in at the provider; or the provider has a failure. */
export type ProfileResult =
  | { type: 'profile'; profile: Profile; scopes: readonly string[]; expiresAt: string | undefined }
  | { type: 'sign-in' }
  | { type: 'unavailable' }

/** How long an access token of Playground ID is valid, in seconds. */
const LIFETIME = 120

/**
 * Calls the API of the provider as the user. The access token is refreshed if it expires within a
 * minute. It never leaves the server.
 */
export async function readProfile(user: CurrentUser): Promise<ProfileResult> {
  try {
    const { accessToken, expiresAt, scopes } = await user.tokens('playground', { scopes: ['profile'] })
    const response = await callApi(accessToken)
    // The user withdrew the consent at the provider.
    if (response?.status === 401) return { type: 'sign-in' }
    if (!response?.ok) return { type: 'unavailable' }
    const { profile } = await response.json()
    return { type: 'profile', profile, scopes, expiresAt: expiresAt?.toISOString() }
  } catch (error) {
    if (error instanceof TokensExpired || error instanceof ScopesMissing) return { type: 'sign-in' }
    if (error instanceof ProviderUnavailable) return { type: 'unavailable' }
    throw error
  }
}

/** Refreshes the access token now. What goes wrong, the page shows afterwards. */
export async function refreshToken(user: CurrentUser): Promise<void> {
  try {
    await user.tokens('playground', { minValid: LIFETIME })
  } catch (error) {
    if (!(error instanceof TokensExpired || error instanceof ProviderUnavailable)) throw error
  }
}

/** Returns the response of the API, or `undefined` without one. */
async function callApi(accessToken: string): Promise<Response | undefined> {
  try {
    return await fetch(`${process.env.AUTH_PLAYGROUND_ISSUER}/api/profile`, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(5000),
    })
  } catch {
    return undefined
  }
}
