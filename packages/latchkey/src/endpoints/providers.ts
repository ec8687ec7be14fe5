import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import type { PublicProvider } from '../types/providers/provider.ts'

/** `GET /providers`: sends what an application's own sign-in page needs. */
export async function listProviders({ base, providers }: Context): Promise<Result> {
  const body: Record<string, PublicProvider> = {}
  for (const { id, name, type } of providers.values()) {
    body[id] = {
      id,
      name,
      type,
      signinUrl: endpointUrl(base, `signin/${id}`),
      callbackUrl: endpointUrl(base, `callback/${id}`),
    }
  }
  return { type: 'json', status: 200, body }
}
