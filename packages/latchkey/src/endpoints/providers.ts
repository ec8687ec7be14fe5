import type { Context, PublicProvider, Result } from '../contract.ts'
import { endpointUrl } from '../http/endpoint-url.ts'

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
