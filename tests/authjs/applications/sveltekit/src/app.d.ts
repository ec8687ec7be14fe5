/// <reference types="@auth/sveltekit" />

import type { DefaultSession } from '@auth/core/types'

declare module '@auth/core/types' {
  interface Session {
    user?: { id?: string; role?: 'admin' | 'member' } & DefaultSession['user']
  }
}

declare global {
  namespace App {}
}
