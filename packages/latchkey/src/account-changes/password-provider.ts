import type { Context } from '../contract/context.ts'
import { findPasswordProvider, type ResolvedPasswordProvider } from '../contract/providers.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { UnknownAction } from '../errors/request.ts'

type Providers = Pick<Context, 'providers'>

/**
 * Returns the provider whose passwords are stored.
 *
 * @throws {InvalidOption} if there is none
 */
export function requirePasswordProvider({ providers }: Providers): ResolvedPasswordProvider {
  const provider = findPasswordProvider(providers)
  if (provider !== undefined) return provider
  throw new InvalidOption('This needs the provider `Password`. Add `Password()` to `providers`.')
}

/**
 * Returns the provider whose passwords can be reset.
 *
 * @throws {UnknownAction} if the option `reset` forbids it
 */
export function requireReset(ctx: Providers): ResolvedPasswordProvider {
  const provider = requirePasswordProvider(ctx)
  if (provider.password.reset !== undefined) return provider
  throw new UnknownAction('Passwords cannot be reset here, because `reset` of `Password()` is `false`.')
}
