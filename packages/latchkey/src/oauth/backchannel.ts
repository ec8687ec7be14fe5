import type { ResolvedAuth } from '../contract/context.ts'
import { InvalidEndpoints } from '../errors.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { mayBeCalled } from './transport.ts'

/** Seconds that a provider may take for one answer. */
const TIMEOUT_SECONDS = 10
const MAX_BYTES = 1024 * 1024

/**
 * The `fetch` for requests to a provider: over TLS only, it follows no redirect, waits ten seconds at most and reads no more than 1 MB.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.9
 */
export function backchannel(auth: ResolvedAuth, provider: ResolvedOAuthProvider): typeof fetch {
  const send = provider.fetch ?? auth.fetch
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!mayBeCalled(provider, url)) {
      throw new InvalidEndpoints(
        `The provider "${provider.id}" was not asked at ${url.origin}: its URLs have to begin with https: and to lie where it was configured, or on the public internet.`,
      )
    }
    const timeout = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    // Raced, because a `fetch` that the application brings may not heed the signal.
    return limitBody(
      await Promise.race([send(input, { ...init, redirect: 'manual', signal }), rejection(signal)]),
    )
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
}

function limitBody(response: Response): Response {
  if (response.body === null) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) controller.error(new RangeError(`A provider sent more than ${MAX_BYTES} bytes.`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
