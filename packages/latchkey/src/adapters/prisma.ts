import type { SqlAdapter } from '../sql/adapter.ts'
import type { SqlResult, SqlRow, SqlStatement } from '../sql/connection.ts'
import { hasMethods } from '../sql/shape.ts'
import { toInput } from '../sql/sqlite/port.ts'
import { resolveTables } from '../sql/tables.ts'
import { type OrmOptions, returnsRows, type SqlFamily } from './orm/options.ts'
import postgres from './postgres.ts'
import { sqliteAdapter } from './sqlite/asynchronous/adapter.ts'

export type { SqlAdapter } from '../sql/adapter.ts'

/** What Latchkey calls on a `PrismaClient`. */
export interface PrismaClient {
  // biome-ignore lint/suspicious/noExplicitAny: Prisma takes and returns any value
  $queryRawUnsafe(text: string, ...values: any[]): PromiseLike<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  $executeRawUnsafe(text: string, ...values: any[]): PromiseLike<number>
  // biome-ignore lint/suspicious/noExplicitAny: it takes Prisma's own promises
  $transaction(statements: any): Promise<any>
}

/** Options for the Prisma adapter. */
export interface PrismaOptions extends OrmOptions {
  /** The `provider` in your schema. Default: what the client says. */
  readonly provider?: SqlFamily
}

/**
 * Creates an adapter that uses a `PrismaClient` for PostgreSQL or SQLite. It runs SQL on the
 * client's connections. Your migrations own the tables.
 *
 * @param options `tables`: default `auth.js/prisma`, the models of Auth.js's adapter
 * @throws {TypeError} if it is not a `PrismaClient`, or one for another database
 * @example
 * ```ts
 * import prismaAdapter, { type PrismaClient } from 'latchkey/adapters/prisma'
 *
 * declare const prisma: PrismaClient
 * const adapter = prismaAdapter(prisma)
 * ```
 */
export default function prisma(
  client: PrismaClient,
  { tables = 'auth.js/prisma', provider }: PrismaOptions = {},
): SqlAdapter {
  if (!hasMethods(client, '$queryRawUnsafe', '$executeRawUnsafe', '$transaction'))
    throw new TypeError('The `prisma` client is unknown. Pass a `PrismaClient`.')
  switch (provider ?? (client as { _activeProvider?: string })._activeProvider) {
    case 'postgresql':
    case 'postgres':
      return postgres({ query: async (text, values = []) => run(client, { text, values }) }, { tables })
    case 'sqlite':
      return sqliteAdapter(
        {
          query: (text, values = []) => run(client, { text, values: values.map(toInput) }),
          async batch(statements) {
            const calls = statements.map(({ text, values }) =>
              start(client, { text, values: values.map(toInput) }),
            )
            const replies: unknown[] = await client.$transaction(calls).catch(rethrow)
            return replies.map(toResult)
          },
        },
        resolveTables(tables),
      )
    default:
      throw new TypeError(
        'The `PrismaClient` is for MySQL or another database. Set the option `provider` to ' +
          '"postgresql" or "sqlite" if it is one of these. For MySQL, use `latchkey/adapters/mysql`.',
      )
  }
}

/** A statement's result, with the names that `pg` and Latchkey use. */
type PrismaResult = SqlResult & { readonly rowCount: number }

function start(client: PrismaClient, { text, values }: SqlStatement): PromiseLike<unknown> {
  return returnsRows(text)
    ? client.$queryRawUnsafe(text, ...values)
    : client.$executeRawUnsafe(text, ...values)
}

async function run(client: PrismaClient, statement: SqlStatement): Promise<PrismaResult> {
  return toResult(await start(client, statement).then(undefined, rethrow))
}

/** The reply is a list of rows, or the number of changed rows. */
function toResult(reply: unknown): PrismaResult {
  const rows = Array.isArray(reply) ? (reply as SqlRow[]) : []
  const changes = Array.isArray(reply) ? rows.length : Number(reply)
  return { rows, changes, rowCount: changes }
}

/** Throws the database error. Prisma puts it into its own error, under its own code. */
function rethrow(error: unknown): never {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: DriverError } } }
  const cause = meta?.driverAdapterError?.cause
  if (cause?.originalCode === undefined) throw error
  const message = cause.originalMessage ?? 'The database rejected a statement.'
  throw Object.assign(new Error(message, { cause: error }), { code: cause.originalCode })
}

/** A driver's error, as Prisma reports it. */
interface DriverError {
  readonly originalCode?: string
  readonly originalMessage?: string
}
