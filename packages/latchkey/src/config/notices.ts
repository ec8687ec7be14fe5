import type { AuthConfig } from '../types/config.ts'
import type { NoticeType } from '../types/notices.ts'
import { accountOptions, keepsSignInFacts } from './strategy.ts'

/** Every notice, in the order of the documentation. */
export const NOTICES: readonly NoticeType[] = [
  'passwordSet',
  'passwordChanged',
  'passwordReset',
  'passwordRemoved',
  'secondFactorAdded',
  'secondFactorRemoved',
  'recoveryCodeUsed',
  'recoveryCodesReplaced',
  'passkeyAdded',
  'passkeyRemoved',
  'accountLinked',
  'accountUnlinked',
  'addressChanged',
  'sessionsRevoked',
  'userDeleted',
]

/** Returns the notices that are sent: those that the application chose, if it can send any. */
export function resolveNotices(config: AuthConfig): readonly NoticeType[] {
  const notices = accountOptions(config)?.notices ?? true
  if (!config.mail || notices === false || !keepsSignInFacts(config)) return []
  return notices === true ? NOTICES : notices
}
