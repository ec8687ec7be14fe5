import type { ResolvedAuth } from '../../contract/context.ts'
import { InvalidOption } from '../../errors/configuration.ts'
import { describeDevice } from '../../security-events/device.ts'
import type { UserSession } from '../../types/user-sessions.ts'
import { sessionList } from './list.ts'
import { publicId } from './public-id.ts'

/**
 * Returns a user's sessions as users see them, the newest first.
 *
 * @param current the key of this browser's session
 */
export async function describeSessions(
  auth: ResolvedAuth,
  userId: string,
  current?: string,
): Promise<UserSession[]> {
  requireList(auth)
  const sessions = await sessionList(auth).read(auth, userId)
  const described = sessions.map(async ({ sessionToken, userAgent, amr, ...session }) => ({
    id: await publicId(sessionToken),
    isCurrent: sessionToken === current,
    name: session.name,
    createdAt: session.createdAt,
    lastSeenAt: session.lastSeenAt,
    expires: session.expires,
    device: await describeDevice(userAgent),
    methods: amr.split(' ').filter(Boolean),
    ip: session.ip,
  }))
  return Promise.all(described)
}

/** @throws {InvalidOption} if sessions are not listed */
export function requireList({ session }: ResolvedAuth): void {
  if (session.keepsFacts) return
  throw new InvalidOption('Sessions are not listed. Set `account: { security: true }`.')
}
