import type { SqlQuote } from '../identifiers.ts'
import { quoteName } from '../identifiers.ts'
import type { SqlField } from '../rows.ts'

/** The records for accounts. Their tables have the same names and columns with every preset. */
export type AccountEntity =
  | 'userDetails'
  | 'passwords'
  | 'secondFactors'
  | 'recoveryCodes'
  | 'sessionDetails'
  | 'passkeyDetails'
  | 'securityEvents'

/**
 * What a column contains. `key` is a text that is compared and indexed, `text` a short text, and
 * `long` a text of any length.
 */
export type AccountFieldType = 'key' | 'text' | 'long' | 'date' | 'boolean'

/** A field, and its column. */
export interface AccountField extends SqlField {
  readonly contains: AccountFieldType
  readonly isRequired: boolean
}

/** One of the tables. */
export interface AccountTable {
  readonly name: string
  readonly fields: readonly AccountField[]
  /** Fields of the primary key. */
  readonly key: readonly string[]
  /** Fields with an index. A foreign key needs one, if the primary key does not start with it. */
  readonly indexes: readonly (readonly string[])[]
}

/** The tables, in the order in which `migrate` creates them. */
export const ACCOUNT_TABLES: Readonly<Record<AccountEntity, AccountTable>> = {
  userDetails: table('latchkey_user_details', 'userId:key disabledAt?:date deviceEpoch?:text', 'userId'),
  passwords: table('latchkey_passwords', 'userId:key hash:long changedAt:date mustChange:boolean', 'userId'),
  secondFactors: table(
    'latchkey_second_factors',
    'id:key userId:key type:text secret:long name:long createdAt:date lastUsedAt?:date',
    'id',
    ['userId'],
  ),
  recoveryCodes: table('latchkey_recovery_codes', 'userId:key hash:key', 'userId hash'),
  sessionDetails: table(
    'latchkey_session_details',
    'sessionToken:key userId:key createdAt:date lastSeenAt:date expires:date userAgent?:long ip?:text ' +
      'amr:text authTime:date name?:long',
    'sessionToken',
    ['userId', 'expires'],
  ),
  passkeyDetails: table(
    'latchkey_passkey_details',
    'credentialID:key userId:key name?:long aaguid?:text createdAt:date lastUsedAt?:date',
    'credentialID',
    ['userId'],
  ),
  securityEvents: table(
    'latchkey_security_events',
    'id:key userId?:key type:text at:date ip?:text userAgent?:long details:long',
    'id',
    ['userId at'],
  ),
}

/** The entities, in the order in which `migrate` creates their tables. */
export const ACCOUNT_ENTITIES = Object.keys(ACCOUNT_TABLES) as readonly AccountEntity[]

/** Returns the name of a field's column, without quotes. */
export function accountColumn(field: string): string {
  return field.replaceAll(/(?<=[a-z])[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)
}

/** Returns a table's quoted name, with its schema if one is set. */
export function accountTable(entity: AccountEntity, schema: string | undefined, quote: SqlQuote): string {
  const name = quoteName(ACCOUNT_TABLES[entity].name, quote)
  return schema === undefined ? name : `${quoteName(schema, quote)}.${name}`
}

/**
 * Describes a table.
 *
 * @param fields each one's name and content; with a question mark if it may be `null`
 */
function table(name: string, fields: string, key: string, indexes: readonly string[] = []): AccountTable {
  return {
    name,
    fields: fields.split(' ').map((text, index) => {
      const [field = '', contains] = text.split(/\??:/) as [string, AccountFieldType]
      return {
        name: field,
        column: accountColumn(field),
        alias: `D${index}`,
        type: contains === 'date' || contains === 'boolean' ? contains : field === 'userId' ? 'id' : 'text',
        contains,
        isRequired: !text.includes('?'),
      }
    }),
    key: key.split(' '),
    indexes: indexes.map((each) => each.split(' ')),
  }
}
