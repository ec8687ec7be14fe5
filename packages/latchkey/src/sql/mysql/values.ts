import type { SqlValue } from '../connection.ts'
import type { MysqlResult } from './types.ts'

/** Numbers are sent as text: `mysql2` would send them as floating-point numbers. */
export function toText(value: SqlValue): string | Uint8Array | null {
  if (value === null || typeof value === 'string' || value instanceof Uint8Array) return value
  if (typeof value === 'boolean') return value ? '1' : '0'
  return value instanceof Date ? value.toISOString().slice(0, -1).replace('T', ' ') : String(value)
}

/** Returns a value for `mariadb`. */
export function toMariadb(value: SqlValue): unknown {
  const text = toText(value)
  return text instanceof Uint8Array ? toBuffer(text) : text
}

/**
 * Returns a value for `mysql2`, which writes the values into a statement that is not prepared. It
 * escapes them with backslashes, which some servers read as text (`NO_BACKSLASH_ESCAPES`): a value
 * with quotes could then end its string. Such values are sent as hexadecimal digits.
 */
export function toMysql2(value: SqlValue, isPrepared: boolean): unknown {
  const converted = toMariadb(value)
  if (isPrepared || typeof converted !== 'string' || /^[\w .:@+/=,;-]*$/.test(converted)) return converted
  const digits = toBuffer(new TextEncoder().encode(converted)).toString('hex')
  return { toSqlString: () => `_utf8mb4 X'${digits}'` }
}

/** Both drivers return rows as a list, and everything else as one object. */
export function fromReply(reply: unknown): MysqlResult {
  if (Array.isArray(reply)) return { rows: reply, changes: 0, insertId: 0 }
  const { affectedRows = 0, insertId = 0 } = (reply ?? {}) as { affectedRows?: unknown; insertId?: unknown }
  return { rows: [], changes: Number(affectedRows), insertId: Number(insertId) }
}

/** Both drivers run only on Node.js, and accept no other bytes type. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
