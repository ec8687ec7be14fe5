import { readOutcome } from './outcome.ts'
import type { Parts } from './sign-in.ts'
import type { SignOut, SignOutParams, SignOutResponse } from './types.ts'

/** Creates the function that signs out. */
export function createSignOut({ connection, session, channel }: Parts): SignOut {
  async function signOut(options: SignOutParams<boolean> = {}): Promise<SignOutResponse> {
    const { redirect = true, redirectTo, callbackUrl = location.href, provider } = options
    const wanted = redirectTo ?? callbackUrl
    const response = await connection.post('signout', { callbackUrl: wanted, provider })
    const { error, target } = readOutcome(response, wanted)
    const url = target ?? connection.url('error')
    // With a `SignOutError`, only copies of the session may stay valid.
    const isSignedOut = error === undefined || error === 'SignOutError'
    if (isSignedOut) channel.post('signout')
    if (redirect) connection.navigate(url)
    else if (isSignedOut) session.end()
    else if (session.hasListeners) await session.refreshAfterNow()
    return { url, error }
  }
  // With a redirect, the declared result is `void`: callers do not use the returned value.
  return signOut as SignOut
}
