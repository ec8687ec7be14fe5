import type { Context } from '../../contract/context.ts'
import type { Adapter } from '../../types/adapter.ts'

type Method =
  | 'getUser'
  | 'getAccount'
  | 'getAuthenticator'
  | 'createAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'

/** The adapter with the methods for passkeys. They were checked together with the configuration. */
export function passkeysOf({ auth }: Pick<Context, 'auth'>): Required<Pick<Adapter, Method>> {
  return auth.adapter as Required<Pick<Adapter, Method>>
}
