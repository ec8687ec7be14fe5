import type { AuthAction } from '../types/auth-action.ts'

/**
 * What each path of ours begins with. A record, so that none is forgotten: the table of routes
 * leads to all of them.
 */
const ACTIONS: Readonly<Record<AuthAction, true>> = {
  callback: true,
  csrf: true,
  error: true,
  providers: true,
  session: true,
  signin: true,
  signout: true,
  'verify-request': true,
  'webauthn-options': true,
}

/** Is this text the first part of a path below ours? */
export function isAuthAction(text: string): text is AuthAction {
  return Object.hasOwn(ACTIONS, text)
}
