import { trimPath } from '../config/base-path.ts'
import { resolveLogger, warnOnce } from '../config/logger.ts'
import type { Preset } from '../config/resolve.ts'
import { type Auth, createAuth } from '../integration/create-auth.ts'
import type { AuthConfig } from '../types/config.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'

/** The configuration for SolidStart: that of `latchkey`, and `prefix`. */
export interface LatchkeyConfig<S extends DefaultSession = Session, T extends JWT = JWT>
  extends AuthConfig<S, T> {
  /** Path below which all doors are, by another name: `basePath` goes before it. Default: `/api/auth`. */
  prefix?: string | undefined
}

/** API routes have their place below this path by convention. */
const PRESET: Preset = { basePath: '/api/auth' }

const completed = new WeakMap<object, AuthConfig>()

/** Puts a configuration to work: once for each object, however often it is called. */
export function authOf<S extends DefaultSession, T extends JWT>(config: LatchkeyConfig<S, T>): Auth<S> {
  // Looked up by the object that it was made of, so its types are the same.
  const known = completed.get(config) as AuthConfig<S, T> | undefined
  const whole = known ?? withBasePath(config)
  completed.set(config, whole as AuthConfig)
  return createAuth(whole, PRESET)
}

/** The configuration with one name for the path. It is another object than the application's, which is not changed. */
function withBasePath<S extends DefaultSession, T extends JWT>(
  config: LatchkeyConfig<S, T>,
): AuthConfig<S, T> {
  const { prefix, ...rest } = config
  if (prefix === undefined) return rest
  if (rest.basePath === undefined) return { ...rest, basePath: prefix }
  if (trimPath(rest.basePath) !== trimPath(prefix)) {
    const advice =
      '`basePath` and `prefix` are both set, to different paths; `basePath` counts. Leave one of them out.'
    const common = rest as Partial<AuthConfig>
    warnOnce(common, resolveLogger(common), 'prefix-redundant', advice)
  }
  return rest
}
