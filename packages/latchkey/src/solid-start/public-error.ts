import { AuthError } from '../errors/auth-error.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'

/**
 * Runs a function of the application's server code. In production, an error that it throws has no
 * details: SolidStart sends an error that leaves a server function to the browser, with its
 * message, its cause and its stack. The log contains them.
 */
export async function withPublicErrors<S extends DefaultSession, T>(
  auth: () => Auth<S>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof AuthError && auth().config.isProduction) hideDetails(thrown)
    throw thrown
  }
}

function hideDetails(error: AuthError): void {
  error.message = `${error.type}: the server's log contains the reason.`
  error.stack = `${error.name}: ${error.message}`
  delete error.cause
}
