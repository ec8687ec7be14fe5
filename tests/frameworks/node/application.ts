import { passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { memoryStore } from 'latchkey'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/node'
import type { RunningServer } from './servers.ts'

/** Latchkey for a server in this process, and the errors that it logs. */
export interface NodeApplication extends LatchkeyResult {
  /** Types of the logged errors, in order. */
  readonly errors: string[]
}

/** Sets up Latchkey with the password provider. */
export function createNodeApplication(config: Partial<LatchkeyConfig> = {}): NodeApplication {
  const errors: string[] = []
  const latchkey = Latchkey({
    secret: SECRET,
    trustHost: true,
    store: memoryStore(),
    providers: [passwordProvider],
    logger: { error: (error) => errors.push((error as { type?: string }).type ?? String(error)) },
    ...config,
  } as LatchkeyConfig)
  return { ...latchkey, errors }
}

/** Returns a browser in which Ann is signed in at a server. */
export async function signedInAt(server: RunningServer): Promise<Browser> {
  const browser = new Browser(server)
  await browser.post(`${server.origin}/auth/callback/credentials`, ANN)
  return browser
}

export const ANN = { email: 'ann@example.com', password: 'right' }

/** The session cookies in a response. */
export function sessionCookies(response: Response): string[] {
  return response.headers.getSetCookie().filter((header) => header.startsWith('latchkey.session-token='))
}
