import type { LatchkeyLocals } from 'latchkey/sveltekit'
import type { SiteSession } from './auth.ts'

declare global {
  namespace App {
    interface Locals extends LatchkeyLocals<SiteSession> {}
    interface PageData {
      session?: SiteSession | null
    }
    interface Platform {
      env: Record<string, string>
    }
  }
}
