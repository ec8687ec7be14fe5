import { asError } from '../../errors/auth-error.ts'
import { isRecord } from '../../records/record.ts'
import type { ResolvedOAuthProvider } from '../../types/providers/oauth.ts'

const explanations = new WeakMap<Error, string>()

/** Finds out what an `oauth4webapi` error means. Loads the texts only then. */
export async function explain(provider: ResolvedOAuthProvider, thrown: unknown): Promise<void> {
  if (!(thrown instanceof Error) || !isOfOAuth4webapi(thrown)) return
  const { explainMessage } = await import('../messages.ts')
  const cause = isRecord(thrown.cause) ? thrown.cause : {}
  const text = explainMessage(thrown.message, { ...provider, cause })
  if (text !== undefined) explanations.set(thrown, text)
}

/** Returns what `explain` found out about an error, otherwise the error's own message. */
export function explanation(thrown: unknown): string {
  const error = asError(thrown)
  return explanations.get(error) ?? error.message
}

/** Returns whether `explain` found out anything about an error. */
export function isExplained(thrown: unknown): boolean {
  return thrown instanceof Error && explanations.has(thrown)
}

/** Their messages name no value. The codes are those for arguments, such as a private key. */
function isOfOAuth4webapi(error: Error): boolean {
  const { name, code } = error as Error & { code?: unknown }
  return (
    /^(?:OperationProcessing|UnsupportedOperation)Error$/.test(name) || /^ERR_INVALID_ARG/.test(String(code))
  )
}
