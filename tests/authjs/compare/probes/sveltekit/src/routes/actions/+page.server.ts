import { observed } from '$lib/outcome'
import { lazy, noSecret, untrusted, usual } from '../../auth'
import type { Actions } from './$types'

export const actions: Actions = {
  signIn: (event) => observed(async () => usual.signIn(event)) as Promise<never>,
  signOut: (event) => observed(async () => usual.signOut(event)) as Promise<never>,
  lazySignIn: (event) => observed(async () => lazy.signIn(event)) as Promise<never>,
  lazySignOut: (event) => observed(async () => lazy.signOut(event)) as Promise<never>,
  noSecretSignIn: (event) => observed(async () => noSecret.signIn(event)) as Promise<never>,
  noSecretSignOut: (event) => observed(async () => noSecret.signOut(event)) as Promise<never>,
  untrustedSignIn: (event) => observed(async () => untrusted.signIn(event)) as Promise<never>,
  untrustedSignOut: (event) => observed(async () => untrusted.signOut(event)) as Promise<never>,
}
