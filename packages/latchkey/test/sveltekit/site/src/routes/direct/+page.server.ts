import { signIn } from '../../auth.ts'

/** Leads to the provider at once. */
export const load = (event) =>
  signIn(event, { providerId: 'my-idp', redirectTo: '/members', 'authorizationParams-prompt': 'login' })
