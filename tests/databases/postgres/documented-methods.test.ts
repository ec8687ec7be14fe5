import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostgresAdapter from '@auth/pg-adapter'
import { PrismaAdapter } from '@auth/prisma-adapter'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import type { Adapter } from 'latchkey/adapters'
import { type AdapterCase, adapterCases } from 'latchkey/testing/adapter-suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectPrisma } from '../matrix/adapters/prisma.ts'
import { PG_CONSTRAINTS, PG_TABLES } from './authjs-tables.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/databases/adapters.md'), 'utf8')
const METHODS = ['listAccounts', 'updateAccount'] as const

let server: PostgresServer
const folder = mkdtempSync(join(import.meta.dirname, '.page-'))
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server?.stop()
})

/** Runs a part of the page, and returns its export. */
async function runExport<T>(file: string, code: string | undefined, name: string): Promise<T> {
  if (code === undefined) throw new Error(`docs/databases/adapters.md has no ${name}.`)
  const path = join(folder, file)
  writeFileSync(path, code)
  return ((await import(path)) as Record<string, T>)[name] as T
}

const ADAPTERS: Readonly<Record<string, () => Promise<{ adapter: object; close: () => unknown }>>> = {
  async '@auth/pg-adapter'() {
    const statements = [...PG_TABLES, ...PG_CONSTRAINTS]
    const pool = new pg.Pool({ connectionString: await server.createDatabase('documented-pg', statements) })
    const [, code] = /```ts\n(\/\/ token-methods\.ts\n.*?)```/s.exec(PAGE) ?? []
    const add = await runExport<(pool: pg.Pool) => Adapter>('token-methods.ts', code, 'tokenMethods')
    const methods = add(pool)
    // The suite reads the tokens with it, and this adapter has none.
    const getAccount = async (id: string, provider: string): Promise<unknown> => {
      const values = [id, provider]
      const text = 'SELECT "userId" FROM accounts WHERE "providerAccountId" = $1 AND provider = $2'
      const [owner] = (await pool.query(text, values)).rows
      const accounts = owner ? await methods.listAccounts?.(String(owner.userId)) : []
      return accounts?.find((each) => each.provider === provider && each.providerAccountId === id) ?? null
    }
    return { adapter: { ...PostgresAdapter(pool), ...methods, getAccount }, close: () => pool.end() }
  },
  async '@auth/prisma-adapter'() {
    const prisma = await connectPrisma(await server.createDatabase('documented-prisma', []))
    // The rest of the object is for methods of its own.
    const [, methods] =
      /( {2}listAccounts: \(userId\) => prisma\..*?) {2}\/\/ With passkeys/s.exec(PAGE) ?? []
    const code =
      methods && `type AdapterAccount = object\nexport const add = (prisma: any): any => ({\n${methods}})`
    const add = await runExport<(client: object) => Adapter>('prisma-methods.ts', code, 'add')
    return { adapter: { ...PrismaAdapter(prisma), ...add(prisma) }, close: () => prisma.$disconnect() }
  },
}

// proves TOK-15, DB-29
describe.each(Object.keys(ADAPTERS))('%s with the methods of docs/databases/adapters.md', (name) => {
  let adapter: Adapter
  let close: () => unknown
  beforeAll(async () => {
    const opened = await ADAPTERS[name]?.()
    adapter = opened?.adapter as Adapter
    close = opened?.close as () => unknown
  })
  afterAll(() => close?.())

  const isAbout = ({ needs }: AdapterCase): boolean => METHODS.some((method) => needs.includes(method))
  it.for(adapterCases.filter(isAbout))('$about: $name', async ({ needs, run }, { skip }) => {
    expect(METHODS.every((method) => typeof adapter[method] === 'function')).toBe(true)
    if (needs.some((method) => typeof adapter[method] !== 'function')) return skip('it has no such method')
    await run(adapter)
  })
})
