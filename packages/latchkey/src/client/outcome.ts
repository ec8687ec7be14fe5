import type { ServerResponse } from './connection.ts'

/** The outcome of a form that was sent to the server. */
export interface FormOutcome {
  readonly error: string | undefined
  readonly code: string | undefined
  /** The URL to go to: the requested page, a provider, or a page that shows the error. */
  readonly target: string | undefined
  /** What the user must do at the URL before the session starts. */
  readonly requirement: string | undefined
}

/**
 * Reads a form's outcome from the URL to which the server would redirect a browser, regardless of
 * the response's status.
 *
 * @param wanted the URL that the page requested; the query of that URL is not about this form
 */
export function readOutcome({ ok, body }: ServerResponse, wanted: string): FormOutcome {
  const { error, url, requirement } = (body ?? {}) as { error?: unknown; url?: unknown; requirement?: string }
  const target = typeof url === 'string' ? webUrl(url) : undefined
  const reported = target && target.href !== webUrl(wanted)?.href ? target.searchParams : undefined
  const failure = typeof error === 'string' ? error : 'Configuration'
  return {
    error: reported?.get('error') ?? (ok && target ? undefined : failure),
    code: reported?.get('code') ?? undefined,
    target: target?.href,
    requirement,
  }
}

/** Returns an http(s) URL. Rejects URLs that run a script. */
function webUrl(url: string): URL | undefined {
  const parsed = URL.canParse(url, location.href) ? new URL(url, location.href) : undefined
  return parsed?.protocol.startsWith('http') ? parsed : undefined
}
