import type { ServerResponse } from './connection.ts'

/** What an answer to a form says. */
export interface Outcome {
  readonly error: string | undefined
  readonly code: string | undefined
  /** Where a person goes now: the page that was wanted, a provider, or a page that tells the error. */
  readonly target: string | undefined
}

/**
 * Reads the outcome of a form off the address that the server would lead a person to, whatever the status.
 *
 * @param wanted where the page wanted to go; its own query says nothing about this form
 */
export function outcomeOf({ ok, body }: ServerResponse, wanted: string): Outcome {
  const { error, url } = (body ?? {}) as { error?: unknown; url?: unknown }
  const target = typeof url === 'string' ? webUrl(url) : undefined
  const reported = target && target.href !== webUrl(wanted)?.href ? target.searchParams : undefined
  const failure = typeof error === 'string' ? error : 'Configuration'
  return {
    error: reported?.get('error') ?? (ok && target ? undefined : failure),
    code: reported?.get('code') ?? undefined,
    target: target?.href,
  }
}

/** An address that a page may be sent to: none that runs a script. */
function webUrl(url: string): URL | undefined {
  const whole = URL.canParse(url, location.href) ? new URL(url, location.href) : undefined
  return whole?.protocol.startsWith('http') ? whole : undefined
}
