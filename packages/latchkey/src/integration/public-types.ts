// Every integration exports these types under the names of `latchkey`.
export type { AuthErrorOptions } from '../errors/auth-error.ts'
export type {
  ConnectedAccount,
  ConnectedAccounts,
  CurrentUser,
  ProviderTokens,
  TokensOptions,
  UnlinkOptions,
} from '../types/current-user.ts'
export type {
  AddedFactor,
  EnrolledFactor,
  TotpEnrolment,
  UserSecondFactor,
} from '../types/second-factor.ts'
export type { SessionUpdate } from './options.ts'
export type { ProtectedForm, ProtectPageOptions } from './protect-options.ts'
