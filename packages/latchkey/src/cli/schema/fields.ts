import type { SqlEntity } from '../../sql/tables.ts'

/**
 * What a field contains. `key` is a text that is compared and indexed, `address` an e-mail address,
 * `text` a short text, and `long` a text of any length.
 */
export type FieldType = 'key' | 'address' | 'text' | 'long' | 'date' | 'integer' | 'boolean'

export interface Field {
  readonly type: FieldType
  readonly isRequired: boolean
}

/** What an entity's table needs, by its field names. */
export interface EntityRules {
  readonly fields: Readonly<Record<string, Field>>
  /** Fields of the primary key, or of another unique constraint, and of further ones. */
  readonly unique: readonly (readonly string[])[]
  /** Fields that need an index. A unique constraint that starts with them also counts. */
  readonly indexes: readonly (readonly string[])[]
  /** Field that needs an index over its lower case, if the column distinguishes case. */
  readonly lowerIndex?: string
  /** Fields whose value is a user id. */
  readonly userId?: string
}

const required = (type: FieldType): Field => ({ type, isRequired: true })
const optional = (type: FieldType): Field => ({ type, isRequired: false })

/** What the adapters need from each table. */
export const RULES: Readonly<Record<SqlEntity, EntityRules>> = {
  users: {
    fields: {
      id: required('key'),
      name: optional('text'),
      email: optional('address'),
      emailVerified: optional('date'),
      image: optional('long'),
    },
    unique: [['id'], ['email']],
    indexes: [],
    lowerIndex: 'email',
  },
  accounts: {
    fields: {
      provider: required('key'),
      providerAccountId: required('key'),
      userId: required('key'),
      type: required('text'),
      refresh_token: optional('long'),
      access_token: optional('long'),
      expires_at: optional('integer'),
      token_type: optional('text'),
      scope: optional('long'),
      id_token: optional('long'),
      session_state: optional('long'),
    },
    unique: [['provider', 'providerAccountId']],
    indexes: [['userId']],
    userId: 'userId',
  },
  sessions: {
    fields: { sessionToken: required('key'), userId: required('key'), expires: required('date') },
    unique: [['sessionToken']],
    indexes: [['userId'], ['expires']],
    userId: 'userId',
  },
  verificationTokens: {
    fields: { identifier: required('address'), token: required('key'), expires: required('date') },
    unique: [['identifier', 'token']],
    indexes: [['expires']],
  },
  authenticators: {
    fields: {
      credentialID: required('key'),
      userId: required('key'),
      providerAccountId: required('key'),
      credentialPublicKey: required('long'),
      counter: required('integer'),
      credentialBackedUp: required('boolean'),
      credentialDeviceType: required('text'),
      transports: optional('text'),
    },
    unique: [['credentialID']],
    indexes: [['userId']],
    userId: 'userId',
  },
}
