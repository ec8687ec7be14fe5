import type { MysqlTransactions } from './client.ts'
import { MISSING_SAVEPOINT, neverRepeat } from './retry.ts'
import { inTransaction, type MysqlConnection, type MysqlQueryFunction } from './types.ts'

type Work<T> = (connection: MysqlConnection) => Promise<T>

/** How requests take turns on a connection. */
interface Turns {
  /** Settles when the last transaction has ended. */
  last: Promise<unknown>
  /** Whether a transaction may still be open, because its rollback failed. */
  isUnfinished: boolean
}

/** An adapter and a store that use the same connection take turns. */
const clientTurns = new WeakMap<object, Turns>()

/** How statements are sent. */
interface Statements {
  readonly query: MysqlQueryFunction
  /** Sends statements that cannot be prepared. */
  readonly command: MysqlQueryFunction
}

/**
 * Returns a connection that all requests share. Keeps other requests' statements out of a
 * transaction: they would be rolled back with it, or commit it.
 *
 * The application may call it in its own transaction. That one is neither committed nor left. A
 * deadlock has ended it, so no statement is repeated.
 *
 * @param client identifies the connection
 */
export function sharedConnection(
  client: object,
  connection: MysqlTransactions,
  { query, command }: Statements,
): MysqlConnection {
  const turns = clientTurns.get(client) ?? { last: Promise.resolve(), isUnfinished: false }
  clientTurns.set(client, turns)
  const rollBack = async (): Promise<void> => {
    await connection.rollback()
    turns.isUnfinished = false
  }
  const onUnfinished = (): void => {
    turns.isUnfinished = true
  }
  return {
    async query(...args) {
      await turns.last
      if (turns.isUnfinished) await rollBack()
      return query(...args).catch(neverRepeat)
    },
    transaction(work) {
      const result = turns.last.then(async () => {
        if (turns.isUnfinished) await rollBack()
        return (await isInTransaction(command))
          ? runInSavepoint({ query, command }, work)
          : runTransaction(connection, query, work, onUnfinished)
      })
      turns.last = result.catch(() => undefined)
      return result
    },
  }
}

/**
 * Runs work in a transaction.
 *
 * @param onUnfinished called if the transaction may still be open, because the rollback failed
 */
export async function runTransaction<T>(
  connection: MysqlTransactions,
  query: MysqlQueryFunction,
  work: Work<T>,
  onUnfinished: () => void,
): Promise<T> {
  try {
    await connection.beginTransaction()
    const result = await work(inTransaction(query))
    await connection.commit()
    return result
  } catch (error) {
    // The first error is the one to report.
    await connection.rollback().catch(onUnfinished)
    throw error
  }
}

/** A savepoint still exists after its statement only in a transaction. */
async function isInTransaction(command: MysqlQueryFunction): Promise<boolean> {
  await command('SAVEPOINT latchkey')
  try {
    await command('RELEASE SAVEPOINT latchkey')
    return true
  } catch (error) {
    if ((error as { errno?: unknown }).errno === MISSING_SAVEPOINT) return false
    throw error
  }
}

async function runInSavepoint<T>({ query, command }: Statements, work: Work<T>): Promise<T> {
  await command('SAVEPOINT latchkey')
  try {
    const result = await work(inTransaction(query))
    await command('RELEASE SAVEPOINT latchkey')
    return result
  } catch (error) {
    // A deadlock has rolled back the whole transaction, with the savepoint.
    await command('ROLLBACK TO SAVEPOINT latchkey').catch(() => undefined)
    return neverRepeat(error)
  }
}
