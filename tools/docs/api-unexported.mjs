const PART_OF_UNION = 'A case of a union that is exported. `Extract` selects it.'

const DRIVER = 'The part of a database driver that Latchkey calls. The driver exports the whole type.'

const COMPUTED = 'A step in computing a type that is exported.'

const BASE = 'The base of an exported type, without the columns that an application declares.'

const PRIVATE = 'Applications name neither the type nor a value of it.'

const INTEGRATIONS = 'For the integrations: what a framework sets where the configuration does not.'

/**
 * Types that occur in public signatures and that no entry point exports, with the reason.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const UNEXPORTED_TYPES = {
  Cause: 'The type of one field, `cause` of `AuthError`.',
  Common: COMPUTED,
  CredentialResponseJSON: COMPUTED,
  D1Result: DRIVER,
  D1Statement: DRIVER,
  DeclaredRecords: BASE,
  DefaultAccount: BASE,
  DefaultAdapterAccount: BASE,
  DefaultAdapterAuthenticator: BASE,
  DefaultAdapterSession: BASE,
  DefaultAdapterUser: BASE,
  DefaultAuthenticator: BASE,
  DefaultRecords: BASE,
  DefaultVerificationToken: BASE,
  Environment: INTEGRATIONS,
  Fields: PRIVATE,
  FormAttributes: COMPUTED,
  HandlerContext: 'Each version of Next.js has its own type for it.',
  HandlerResult: 'The result of a handler, which Next.js specifies.',
  HeaderGetter: 'A case of `RequestHeaders`: `Headers` of the platform has the type.',
  JWTParams: COMPUTED,
  JWTParamsAtSignIn: PART_OF_UNION,
  JWTParamsLater: PART_OF_UNION,
  LibsqlResult: DRIVER,
  LibsqlStatement: DRIVER,
  MysqlQuery: DRIVER,
  PooledConnection: DRIVER,
  PostgresStoreTable: COMPUTED,
  PresetPaths: INTEGRATIONS,
  PromiseClient: DRIVER,
  PublicTypeAt: COMPUTED,
  ResolvedWebAuthnProvider: 'A resolved provider, in the context of passkey options, which are experimental.',
  SqlFamily: 'Three literals, which the option `provider` shows.',
  SqliteInput: DRIVER,
  SqliteRow: DRIVER,
  SqliteStatement: DRIVER,
  SynchronousDatabase: DRIVER,
  SynchronousStatement: DRIVER,
  MysqlTransactions: DRIVER,
  facts: COMPUTED,
}

/** Those that only other types of the list mention. The API reference does not reach them. */
export const NESTED_TYPES = [
  'Common',
  'CredentialResponseJSON',
  'DeclaredRecords',
  'DefaultAccount',
  'DefaultAdapterAccount',
  'DefaultAdapterAuthenticator',
  'DefaultAdapterSession',
  'DefaultAdapterUser',
  'DefaultAuthenticator',
  'DefaultVerificationToken',
  'Environment',
  'FormAttributes',
  'JWTParams',
  'PostgresStoreTable',
  'PresetPaths',
  'PromiseClient',
  'SqliteInput',
  'SqliteRow',
  'SynchronousStatement',
  'MysqlTransactions',
]
