/**
 * Declares the types of `locals` and the page data, with the declared type `Session`. In
 * `src/app.d.ts`: `/// <reference types="latchkey/sveltekit/ambient" />`
 */
import type { Session } from '../types/session.ts'
import type { LatchkeyLocals } from './handle.ts'

declare global {
  // biome-ignore lint/style/noNamespace: SvelteKit requires this declaration.
  namespace App {
    interface Locals extends LatchkeyLocals {}
    interface PageData {
      session?: Session | null
    }
  }
}
