import type { Context } from '../../contract/context.ts'
import type { Adapter } from '../../types/adapter.ts'

type Method =
  | 'getUser'
  | 'getAccount'
  | 'getAuthenticator'
  | 'createAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'

/** Returns the adapter with its passkey methods. The configuration check ensures they exist. */
export function passkeyAdapter({ auth }: Pick<Context, 'auth'>): Required<Pick<Adapter, Method>> {
  return auth.adapter as Required<Pick<Adapter, Method>>
}
