import { signIn } from '../../auth.ts'

/** Redirects to the provider immediately. */
export const load = (event) =>
  signIn(
    event,
    { providerId: 'my-idp', redirectTo: '/members', 'authorizationParams-prompt': 'login' },
    { scope: 'openid offline_access' },
  )
