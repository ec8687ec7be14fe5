import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import type { PublicProvider } from '../types/providers.ts'

/** `GET /providers`: what a sign-in page of the application needs to know of them. */
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
