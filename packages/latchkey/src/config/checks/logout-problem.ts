import { isOAuthProvider, type ResolvedProvider } from '../../contract/providers.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { MissingAdapterMethods } from '../../errors/configuration.ts'
import type { AuthConfig } from '../../types/config.ts'
import { chooseStrategy } from '../strategy.ts'

/**
 * Returns the problem in a configuration with which logout tokens could not end all of a user's
 * sessions.
 */
export function findLogoutProblem(
  config: AuthConfig,
  providers: Iterable<ResolvedProvider>,
): AuthError | undefined {
  if (chooseStrategy(config) === 'jwt' || !config.adapter || config.adapter.deleteSessionsByUserId)
    return undefined
  for (const provider of providers)
    if (isOAuthProvider(provider) && provider.backchannelLogout) return missingMethod(provider.id)
  return undefined
}

function missingMethod(id: string): MissingAdapterMethods {
  return new MissingAdapterMethods(
    `\`adapter\` lacks deleteSessionsByUserId, which \`backchannelLogout\` for provider "${id}" needs. ` +
      "Add it to the adapter, or set `session: { strategy: 'jwt' }`.",
  )
}
