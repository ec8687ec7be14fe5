import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { startRedis } from '@latchkey/test-support/servers/redis.ts'
import { createAuth, type Store } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import { mysqlStore } from 'latchkey/stores/mysql'
import { postgresStore } from 'latchkey/stores/postgres'
import { redisStore } from 'latchkey/stores/redis'
import { sqliteStore } from 'latchkey/stores/sqlite'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { createClient } from 'redis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildStoreSchema as mysqlSchemaOf } from '../../../packages/latchkey/src/stores/mysql/schema.ts'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/postgres/schema.ts'

const ORIGIN = 'https://app.test'
const page = readFileSync(join(import.meta.dirname, '../../../docs/operate/security.md'), 'utf8')
const [, section = ''] = page.split('### Unlock a user\n')
const commandIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(section)?.[1] ?? ''

/** Returns a function that signs in with a password, and returns the status. */
function signInWith(store: Store): (password: string) => Promise<number> {
  const provider = Credentials({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: ({ email, password }) => (password === 'right' ? { id: 'ann', email: `${email}` } : null),
  })
  const secret = 'a secret that is long enough for every test here'
  const logger = { error: () => {}, warn: () => {} }
  const auth = createAuth({ secret, baseUrl: `${ORIGIN}/auth`, providers: [provider], store, logger })
  const browser = new Browser({ origin: ORIGIN, fetch: (request) => auth.handle(request) })
  return async (password) => {
    const form = { email: 'ann@example.com', password, csrfToken: '' }
    const headers = { accept: 'application/json' }
    return (await browser.post(`${ORIGIN}/auth/callback/credentials`, form, headers)).status
  }
}

async function lock(signIn: (password: string) => Promise<number>): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) expect(await signIn('wrong')).toBe(401)
  expect(await signIn('right')).toBe(429)
}

isolateEnvironment()

// proves P-CR-4
describe('the commands that end the limit of failed sign-ins', () => {
  it('work in PostgreSQL', async () => {
    const server = await startPostgres()
    const pool = new pg.Pool({ connectionString: server.url() })
    onTestFinished(async () => {
      await pool.end()
      await server.stop()
    })
    for (const statement of buildStoreSchema()) await pool.query(statement)
    const signIn = signInWith(postgresStore(pool))
    await lock(signIn)
    await pool.query(commandIn('sql'))
    expect(await signIn('right')).toBe(302)
  })

  it('work in SQLite', async () => {
    const database = new DatabaseSync(':memory:')
    onTestFinished(() => database.close())
    const signIn = signInWith(sqliteStore(database))
    await lock(signIn)
    database.exec(commandIn('sql'))
    expect(await signIn('right')).toBe(302)
  })

  it('work in MariaDB, with `key` in backticks', async () => {
    const server = await startMariadb()
    onTestFinished(() => server.stop())
    const database = await server.createDatabase()
    await server.run(`USE ${database}`, ...mysqlSchemaOf())
    const { host, port, user, password } = server
    const pool = createPool({ host, port, user, password, database })
    onTestFinished(() => pool.end())
    const signIn = signInWith(mysqlStore(pool))
    await lock(signIn)
    await pool.query(commandIn('sql').replace('WHERE key', 'WHERE `key`'))
    expect(await signIn('right')).toBe(302)
  })

  it('work in Redis', async () => {
    const server = await startRedis({ 'maxmemory-policy': 'noeviction' })
    const client = createClient({ url: server.url })
    onTestFinished(async () => {
      await client.close()
      await server.stop()
    })
    const signIn = signInWith(redisStore(client))
    await lock(signIn)
    await client.set('latchkey:ended:1', '1')
    const command = commandIn('sh').replaceAll('redis-cli', `redis-cli -p ${server.port}`)
    execFileSync('/bin/sh', ['-c', command])
    expect(await signIn('right')).toBe(302)
    expect(await client.get('latchkey:ended:1')).toBe('1')
  })
})
