import type { ResolvedAuth } from '../contract/context.ts'

/**
 * Returns a response of another class as one that Next.js sends: a polyfill, another realm and some
 * libraries have their own. Returns `undefined` for any other value.
 */
export async function asResponse(verdict: unknown): Promise<Response | undefined> {
  if (!isResponse(verdict)) return undefined
  const { status, statusText, headers, body } = verdict
  const init = { status, statusText, headers: [...headers.entries()] }
  return new Response(body === null ? null : await verdict.text(), init)
}

function isResponse(value: unknown): value is Response {
  const { status, headers, text } = (value ?? {}) as Partial<Response>
  return typeof status === 'number' && typeof headers?.entries === 'function' && typeof text === 'function'
}

/** Warns of a result of `authorized` that is neither a boolean nor a response, and denies. */
export function warnOfResult({ warnOnce }: ResolvedAuth): false {
  warnOnce(
    'authorized-result',
    'The callback `authorized` returned neither `true`, `false` nor a `Response`, which does not ' +
      'allow a request. Return a boolean, for example `auth !== null`.',
  )
  return false
}

/** Warns of a `false` that looks like protection where the handler decides. */
export function warnOfIgnored({ warnOnce }: ResolvedAuth): void {
  warnOnce(
    'authorized-ignored',
    'The callback `authorized` returned `false`, but the handler that `auth` wraps runs: it decides ' +
      'itself. Check `request.auth` in it, or return a `Response` from `authorized`.',
  )
}
