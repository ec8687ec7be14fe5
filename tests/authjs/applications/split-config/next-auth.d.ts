import type { DefaultSession } from 'next-auth'
import type { DefaultJWT } from 'next-auth/jwt'
import type { Plan } from './lib/users'

declare module 'next-auth' {
  interface User {
    plan?: Plan
    isRemembered?: boolean
  }

  interface Session {
    user: { id: string; plan: Plan; isRemembered: boolean } & DefaultSession['user']
  }
}

declare module 'next-auth/jwt' {
  interface JWT extends DefaultJWT {
    plan?: Plan
    isRemembered?: boolean
  }
}
