import { expect, it } from 'vitest'
import { postgresConnection } from './connection.ts'

/**
 * A result of the package `postgres`: the rows, and what the server reported about the statement.
 */
function toResult(rows: object[], command: string | null): object[] {
  const count = command === null ? null : rows.length
  return Object.defineProperties(rows, { command: { value: command }, count: { value: count } })
}

function connectionWith(...results: readonly object[][]) {
  const remaining = [...results]
  const unsafe = async (): Promise<unknown> => remaining.shift()
  return postgresConnection({ unsafe, begin() {} }, { caller: 'postgres', prepare: undefined })
}

// proves DB-12
it('rejects the empty result of a statement that never ran', async () => {
  const { query } = connectionWith(toResult([], null))
  await expect(query('DELETE FROM sessions')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
})

it('returns the rows of a statement that ran, or none', async () => {
  const { query } = connectionWith(toResult([{ S0: 'token' }], 'DELETE'), toResult([], 'DELETE'))
  expect(await query('DELETE FROM sessions')).toEqual({ rows: [{ S0: 'token' }], changes: 1 })
  expect(await query('DELETE FROM sessions')).toEqual({ rows: [], changes: 0 })
})
