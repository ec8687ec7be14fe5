import type { TokenRequest } from '../identity-provider.ts'
import type { CheckTable } from './check-table.ts'

export interface ProviderChecks {
  /** How many requests reached an endpoint, and `other` hosts. */
  maxProviderRequests: Readonly<Record<'discovery' | 'keys' | 'other' | 'token' | 'userinfo', number>>
  /** How much of a large body was read. */
  maxProviderBytes: number
  /** The secret of another client is in no request, and no secret is in a URL. */
  tokenRequests: { readonly min: number; readonly lackSecret: string }
}

export const providerChecks: CheckTable<ProviderChecks> = {
  maxProviderRequests({ run: { provider } }, wanted) {
    const { requests } = provider
    const counts: Readonly<Record<string, number>> = { ...requests, other: requests.other.length }
    const tooMany = Object.entries(wanted).find(([name, max]) => (counts[name] ?? 0) > max)
    return tooMany && `${counts[tooMany[0]]} requests: ${tooMany[0]} ${requests.other}`
  },
  maxProviderBytes: ({ run: { provider } }, max) =>
    provider.sentBytes <= max ? undefined : `read ${provider.sentBytes} bytes`,
  tokenRequests({ run: { provider } }, { min, lackSecret }) {
    const { tokenRequests } = provider
    if (tokenRequests.length < min) return 'no token request'
    const leak = tokenRequests.find(
      (request) => request.url.includes('secret') || hasSecret(request, lackSecret),
    )
    return leak && `a secret was sent to ${leak.url}`
  },
}

function hasSecret({ parameters, authorization }: TokenRequest, secret: string): boolean {
  const [, encoded = ''] = /^Basic (.*)/.exec(authorization ?? '') ?? []
  return parameters.get('client_secret') === secret || atob(encoded).endsWith(`:${secret}`)
}
