import 'next-auth'
import 'next-auth/jwt'

declare module 'next-auth' {
  interface User {
    plan: 'free' | 'pro'
  }

  interface Session {
    user: User
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    id: string
    plan: 'free' | 'pro'
  }
}
