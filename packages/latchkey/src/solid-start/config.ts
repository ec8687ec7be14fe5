import { trimPath } from '../config/base-path.ts'
import type { Preset } from '../config/resolve.ts'
import { isBuilt } from '../integration/built.ts'
import { type Auth, createAuth } from '../integration/create-auth.ts'
import { resolveLogger, warnOnce } from '../log/logger.ts'
import type { ReadonlyAuthConfig } from '../types/config.ts'
import type { ProviderOf } from '../types/providers/provider.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'

/**
 * Configuration for SolidStart: the options of `latchkey`, and `prefix`.
 *
 * @experimental
 */
export interface LatchkeyConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> extends ReadonlyAuthConfig<S, T, U> {
  /**
   * Path of all endpoints. Another name for `basePath`, which takes precedence over it.
   * Default: `/api/auth`.
   */
  prefix?: string | undefined
}

/**
 * @deprecated Use {@link LatchkeyConfig}.
 *
 * @experimental
 */
export interface SolidAuthConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> extends LatchkeyConfig<S, T, U> {
  providers: ProviderOf<U>[]
}

/** SolidStart has its API routes below `/api` by convention. */
const PRESET: Preset = {
  basePath: '/api/auth',
  isProduction: isBuilt,
  routeFile: (basePath) => `src/routes${basePath}/[...latchkey].ts`,
}

const completed = new WeakMap<object, ReadonlyAuthConfig>()

/** Resolves a configuration. Each configuration object is resolved only once. */
export function resolveAuth<S extends DefaultSession, T extends JWT, U extends User>(
  config: LatchkeyConfig<S, T, U>,
): Auth<S> {
  // The key is the object that the value was created from, so the types are the same.
  const known = completed.get(config) as ReadonlyAuthConfig<S, T, U> | undefined
  const whole = known ?? withBasePath(config)
  completed.set(config, whole as ReadonlyAuthConfig)
  return createAuth(whole, PRESET)
}

/**
 * Returns a copy of the configuration with `basePath` instead of `prefix`. The original is not
 * changed.
 */
function withBasePath<S extends DefaultSession, T extends JWT, U extends User>(
  config: LatchkeyConfig<S, T, U>,
): ReadonlyAuthConfig<S, T, U> {
  const { prefix, ...rest } = config
  if (prefix === undefined) return rest
  if (rest.basePath === undefined) return { ...rest, basePath: prefix }
  if (trimPath(rest.basePath) !== trimPath(prefix)) {
    const advice =
      '`basePath` and `prefix` are set to different paths. `basePath` is used. Remove one of them.'
    const common = rest as ReadonlyAuthConfig
    warnOnce(common, resolveLogger(common), 'prefix-redundant', advice)
  }
  return rest
}
