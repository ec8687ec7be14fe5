import { createAuth, type ProviderConfig } from 'latchkey'
import type { ResolvedOAuthProvider } from '../../src/types/providers/oauth.ts'

/**
 * Resolves a provider as the library does.
 *
 * @throws the configuration error, if the provider is invalid
 */
export async function resolve(provider: ProviderConfig): Promise<ResolvedOAuthProvider> {
  const { providers, problem } = await createAuth({
    secret: 'x'.repeat(32),
    providers: [provider],
  }).config.checkConfig()
  if (problem !== undefined) throw problem
  return providers.get(provider.id) as ResolvedOAuthProvider
}
