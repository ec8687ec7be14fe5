// Checked by the compiler alone: what an application declares for the module is seen everywhere.
import type { JWT, Session, User } from 'latchkey'

declare module 'latchkey' {
  interface Session {
    team: string
  }
  interface JWT {
    team: string
  }
  interface User {
    nickname?: string
  }
}

export const session: Session = { expires: '', team: 'blue', user: { nickname: 'Ann' } }
export const token: JWT = { team: 'blue' }
export const user: User = { nickname: 'Ann' }
// @ts-expect-error the declared property is required
export const incomplete: Session = { expires: '' }
