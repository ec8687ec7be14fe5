import { createAuth, type Provider } from 'latchkey'
import type { ResolvedOAuthProvider } from '../../src/types/oauth.ts'

/** A provider as the library completes it. @throws what is wrong with it */
export async function resolve(provider: Provider): Promise<ResolvedOAuthProvider> {
  const { providers, problem } = await createAuth({
    secret: 'x'.repeat(32),
    providers: [provider],
  }).config.checkConfig()
  if (problem !== undefined) throw problem
  return providers.get(provider.id) as ResolvedOAuthProvider
}
