import type { ProviderType } from './basics.ts'
import type { Account, Profile } from './user.ts'

/** A visitor who would become a new user: what the function `registration` decides about. */
export interface RegistrationCandidate {
  /** The id of the provider that the visitor uses. */
  provider: string
  /** How that provider authenticates users. */
  type: ProviderType
  email: string | null | undefined
  /**
   * Whether the address belongs to the visitor: they received an e-mail at it, or the provider
   * verified it. `false` before the first e-mail is sent.
   */
  emailVerified: boolean
  name: string | null | undefined
  /** What the provider says about the visitor. Set only with OAuth and OpenID Connect. */
  profile?: Profile | undefined
  /** The account at the provider. Not set if the sign-in has none yet. */
  account?: Account | undefined
  /** The headers of the visitor's request. */
  headers: Headers
}
