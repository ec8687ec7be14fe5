import type { AdmittedUser } from '../contract/sign-in.ts'
import type { JWTCallbackParams } from '../types/callbacks.ts'

/** Returns what the `jwt` callback receives at a sign-in. */
export function signInClaims({ user, account, profile, isNewUser, facts }: AdmittedUser): JWTCallbackParams {
  return {
    token: {
      name: user.name,
      email: user.email,
      picture: user.image,
      sub: user.id === undefined ? undefined : String(user.id),
      ...(facts && { amr: facts.amr, auth_time: facts.authTime }),
    },
    user,
    account,
    profile,
    isNewUser,
    trigger: isNewUser ? 'signUp' : 'signIn',
  }
}
