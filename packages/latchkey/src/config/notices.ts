import type { AuthConfig } from '../types/config.ts'
import type { NoticeType } from '../types/notices.ts'

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
  'accountLinked',
  'accountUnlinked',
  'addressChanged',
  'sessionsRevoked',
]

/** Returns the notices that are sent: those that the application chose, if it can send any. */
export function resolveNotices({ mail, account, secondFactor }: AuthConfig): readonly NoticeType[] {
  const { notices = true, security = Boolean(secondFactor) } = account ?? {}
  if (!mail || !security || notices === false) return []
  return notices === true ? NOTICES : notices
}
