/** The endpoints of Latchkey, named by the first path segment after the base path. */
export type AuthAction =
  | 'backchannel-logout'
  | 'callback'
  | 'csrf'
  | 'error'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'verify'
  | 'verify-request'
  | 'webauthn-options'
