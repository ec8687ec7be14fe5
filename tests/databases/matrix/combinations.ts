import { D1 } from './adapters/d1.ts'
import { DRIZZLE } from './adapters/drizzle.ts'
import { KEY_VALUE } from './adapters/key-value.ts'
import { KYSELY } from './adapters/kysely.ts'
import { LATCHKEY } from './adapters/latchkey.ts'
import { LATCHKEY_ORMS } from './adapters/latchkey-orms.ts'
import { LATCHKEY_SQL } from './adapters/latchkey-sql.ts'
import { LATCHKEY_SQLITE } from './adapters/latchkey-sqlite.ts'
import { PG } from './adapters/pg.ts'
import { PRISMA } from './adapters/prisma.ts'
import type { Combination } from './combination.ts'

/** The rows of the table, in their order. */
export const COMBINATIONS: readonly Combination[] = [
  ...LATCHKEY,
  ...LATCHKEY_SQLITE,
  ...LATCHKEY_SQL,
  ...LATCHKEY_ORMS,
  ...DRIZZLE,
  ...PG,
  ...KYSELY,
  ...PRISMA,
  ...D1,
  ...KEY_VALUE,
]
