import type { LatchkeyLocals, Session } from 'latchkey/sveltekit'

declare global {
  namespace App {
    interface Locals extends LatchkeyLocals {}
    interface PageData {
      session?: Session | null
    }
  }
}
