/**
 * Types whose methods need no docstring. They repeat the part of a driver's client that Latchkey
 * calls, and the driver documents it.
 */
export const DRIVER_SHAPES = [
  'D1Database',
  'IoRedisClient',
  'IoRedisTransaction',
  'KyselyDatabase',
  'KyselyExecutor',
  'LibsqlClient',
  'MariadbConnection',
  'MariadbPool',
  'Mysql2CallbackClient',
  'Mysql2Connection',
  'Mysql2Pool',
  'NodeRedisClient',
  'NodeRedisTransaction',
  'PlanetScaleClient',
  'PostgresQueryClient',
  'PostgresSqlClient',
  'PrismaClient',
  'SqliteConnection',
  'UpstashClient',
  'UpstashTransaction',
]

/** Methods that a mapped type such as `Partial` repeats, for which typedoc finds no docstring. */
export const MAPPED_METHODS = ['getSessionAndUserFromPrimary', 'sendVerificationRequest']
