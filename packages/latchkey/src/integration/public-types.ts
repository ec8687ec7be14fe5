// Every integration exports these types under the names of `latchkey`.
export type { AuthErrorOptions, ErrorType } from '../errors/auth-error.ts'
export type { AccountExport, ExportedPasskey, ExportedRow, ExportedSession } from '../types/account-export.ts'
export type {
  AccountOverview,
  AccountSection,
  AccountSections,
  ConnectableProvider,
} from '../types/account-pages.ts'
export type { ConnectedAccount, ConnectedAccounts, UnlinkOptions } from '../types/connected-accounts.ts'
export type {
  CurrentUser,
  DeleteUserOptions,
  ProviderTokens,
  SecurityEventsOptions,
  TokensOptions,
  UserSecurityEvents,
} from '../types/current-user.ts'
export type {
  ImportedPassword,
  ImportPasswordsOptions,
  ImportReport,
  RefusedRow,
} from '../types/import-passwords.ts'
export type {
  PasswordOutcome,
  Passwords,
  ResetPasswordFields,
  ResetRequestFields,
  SignUpCodeFields,
  SignUpFields,
  SignUpLinkFields,
} from '../types/password-functions.ts'
export type {
  AddedFactor,
  EnrolledFactor,
  TotpEnrolment,
  UserSecondFactor,
} from '../types/second-factor.ts'
export type {
  SecurityEvent,
  SecurityEventFacts,
  SecurityEvents,
  SecurityEventType,
  SessionEnd,
} from '../types/security-events.ts'
export type { AddressSide, ConfirmedAddress, PendingAddressChange, UserEmail } from '../types/user-email.ts'
export type { RemovePasskeyOptions, UserPasskey, UserPasskeys } from '../types/user-passkeys.ts'
export type { PasswordStatus, UserPassword } from '../types/user-password.ts'
export type { SessionDevice, UserSession, UserSessions } from '../types/user-sessions.ts'
export type { StartedSession, StartSessionOptions, UserManagement, Users } from '../types/users.ts'
export type { SessionUpdate } from './options.ts'
export type { ProtectedForm, ProtectPageOptions } from './protect-options.ts'
