import type { SimpleWebAuthn } from '../types/providers/webauthn.ts'

/**
 * Loads `@simplewebauthn/server`, except on the Edge runtime of Next.js. One of that package's
 * dependencies generates code, so Next.js would refuse to build a proxy that imports the
 * configuration, even though no proxy uses a passkey.
 */
export function simpleWebAuthn(): Promise<SimpleWebAuthn> {
  // Next.js replaces the variable with its value, and then does not follow the import.
  return process.env.NEXT_RUNTIME === 'edge' ? refuse() : import('@simplewebauthn/server')
}

async function refuse(): Promise<never> {
  throw new TypeError(
    'Passkeys do not work on the Next.js Edge runtime. ' +
      "Remove `export const runtime = 'edge'` from the Latchkey route, so that it runs on Node.js.",
  )
}
