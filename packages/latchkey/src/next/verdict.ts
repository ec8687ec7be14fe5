import type { ResolvedAuth } from '../contract/context.ts'

/**
 * Returns what the callback `authorized` returned. A response of another class becomes one that
 * Next.js sends: a polyfill, another realm and some libraries have their own.
 */
export async function verdictOf(returned: unknown): Promise<unknown> {
  const verdict = await returned
  if (verdict instanceof Response || !isResponse(verdict)) return verdict
  const { status, statusText, headers, body } = verdict
  const init = { status, statusText, headers: [...headers.entries()] }
  return new Response(body === null ? null : await verdict.text(), init)
}

function isResponse(value: unknown): value is Response {
  const { status, headers, text } = (value ?? {}) as Partial<Response>
  return typeof status === 'number' && typeof headers?.entries === 'function' && typeof text === 'function'
}

/** Returns whether a verdict allows the request: only `true` does. */
export function isAllowed({ warnOnce }: ResolvedAuth, verdict: unknown): boolean {
  if (verdict && verdict !== true) {
    warnOnce(
      'authorized-result',
      'The callback `authorized` returned neither `true`, `false` nor a `Response`, so the request was ' +
        'not allowed. Return a boolean, for example `auth !== null`.',
    )
  }
  return verdict === true
}

/** Warns of a verdict that looks like protection where the handler decides. */
export function warnOfIgnored({ warnOnce }: ResolvedAuth, verdict: unknown): void {
  if (verdict !== false) return
  warnOnce(
    'authorized-ignored',
    'The callback `authorized` returned `false`, but the handler that `auth` wraps runs: it decides ' +
      'itself. Check `request.auth` in it, or return a `Response` from `authorized`.',
  )
}
