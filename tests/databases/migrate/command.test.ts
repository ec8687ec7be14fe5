import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApplication } from './command.ts'

const PASSWORD = 's3cret%2Fpassword'
const SECRET = 's3cret'

const application = createApplication('pg', 'mysql2')
const other = createApplication('postgres', 'mariadb')
const empty = createApplication()
let postgres: PostgresServer
let mariadb: MariadbServer

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  await postgres.run(`CREATE ROLE app LOGIN PASSWORD 'right'`)
  await postgres.createDatabase('shop')
  // Everyone else connects without a password.
  writeFileSync(
    join(postgres.data, 'pg_hba.conf'),
    'host all app 127.0.0.1/32 scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n',
  )
  await postgres.run('SELECT pg_reload_conf()')
  await mariadb.run(`CREATE USER app@'127.0.0.1' IDENTIFIED BY 'right'`)
})

afterAll(async () => {
  await Promise.all([postgres?.stop(), mariadb?.stop()])
  for (const { remove } of [application, other, empty]) remove()
})

const URLS: Record<string, () => Promise<string> | string> = {
  'a wrong password of PostgreSQL': () => `postgres://app:${PASSWORD}@127.0.0.1:${postgres.port}/shop`,
  'a wrong password of MariaDB': () => `mysql://app:${PASSWORD}@127.0.0.1:${mariadb.port}/shop`,
  'a missing database of PostgreSQL': () =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${postgres.port}/missing`,
  'a missing database of MariaDB': () => `mariadb://${mariadb.user}@127.0.0.1:${mariadb.port}/missing`,
  'a port of PostgreSQL without a server': async () =>
    `postgresql://app:${PASSWORD}@127.0.0.1:${await freePort()}/shop`,
  'a port of MySQL without a server': async () =>
    `mysql://app:${PASSWORD}@127.0.0.1:${await freePort()}/shop`,
  'a host that does not exist': () => `postgres://app:${PASSWORD}@host.invalid/shop`,
}

const REASONS: Record<string, RegExp> = {
  password: /The password is wrong\./,
  'missing database': /The database does not exist\./,
  port: /No server listens there\./,
  host: /The host was not found\./,
}

describe.each(Object.keys(URLS))('%s', (name) => {
  it.each([
    ['migrate', application],
    ['clean', other],
  ])('is one sentence of %s, without the password', async (command, { latchkey }) => {
    const url = await URLS[name]?.()
    const { code, stdout, stderr } = await latchkey([command], { DATABASE_URL: url })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.trim().split('\n')).toHaveLength(1)
    const [, reason] = Object.entries(REASONS).find(([key]) => name.includes(key)) ?? []
    expect(stderr).toMatch(reason ?? /^$/)
    expect(stderr).not.toContain(SECRET)
  })
})

it('ends when a server accepts the connection and hangs up', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  for (const scheme of ['postgres', 'mysql'])
    for (const { latchkey } of [application, other]) {
      const { code, stderr } = await latchkey([
        'migrate',
        '--url',
        `${scheme}://app:${PASSWORD}@127.0.0.1:${port}/shop`,
      ])
      expect(code).toBe(1)
      expect(stderr).toContain('Cannot connect to')
      expect(stderr).not.toContain(SECRET)
    }
  server.close()
}, 90_000)

it.each([
  ['postgres', 'npm install pg'],
  ['mysql', 'npm install mysql2'],
  ['libsql', 'npm install @libsql/client'],
])('prints the command that installs a driver for %s', async (scheme, command) => {
  const { code, stderr } = await empty.latchkey([
    'migrate',
    '--url',
    `${scheme}://app:${PASSWORD}@127.0.0.1/shop`,
  ])
  expect(code).toBe(1)
  expect(stderr).toContain(command)
  expect(stderr).not.toContain(SECRET)
})

it.each([
  [['migrate', '--aply'], '(Did you mean --apply?)'],
  [['migrat'], '(Did you mean migrate?)'],
  [['migrate', '--tables', 'prisma'], 'auth.js/prisma'],
  [['migrate', '--dialect', 'oracle'], 'Allowed choices are postgres, mysql, sqlite, d1'],
  [['migrate', '--apply', '--check'], 'cannot be combined'],
  [['migrate', '--apply', '--dialect', 'mysql'], 'Remove it'],
  [['migrate', '--drizzle', '--store', '--dialect', 'mysql'], '--tables auth.js/drizzle --store`'],
  [['migrate', '--prisma', '--store', '--tables', 'latchkey'], '--tables latchkey --store`'],
  [['migrate', '--prisma', '--json', '--dialect', 'mysql'], 'Remove the other options'],
  [['clean', '--batch', '0'], 'Use a number from 1'],
  [['clean', 'everything'], 'too many arguments'],
  [['migrate'], '`DATABASE_URL` is not set'],
  [['migrate', '--url', `oracle://app:${PASSWORD}@host/db`], 'starts with `oracle:`'],
  [['migrate', '--url', 'localhost'], 'has no scheme'],
  [['migrate', '--url', `postgres://app:${SECRET}/x#@host:1:2`], 'cannot be parsed'],
  [['migrate', `--urll=postgres://app:${PASSWORD}@host/db`], 'unknown option'],
])('exits with code 2 after %j', async (args, text) => {
  const { code, stdout, stderr } = await empty.latchkey(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(text)
  expect(stderr).not.toContain(SECRET)
})

it('prints help and the version', async () => {
  for (const args of [['--help'], ['migrate', '--help'], ['clean', '--help']]) {
    const { code, stdout, stderr } = await empty.latchkey(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Usage: latchkey')
  }
  expect((await empty.latchkey(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

it('reads DATABASE_URL from .env.local, then .env, unless the environment has one', async () => {
  const { folder, latchkey, remove } = createApplication()
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=file:from-env.db\n')
  const findFile = async (env: NodeJS.ProcessEnv = {}): Promise<string> => {
    await latchkey(['migrate', '--apply'], env)
    const { readdirSync, rmSync } = await import('node:fs')
    const files = readdirSync(folder).filter((name) => name.endsWith('.db'))
    for (const file of files) rmSync(join(folder, file))
    return files.join()
  }
  expect(await findFile()).toBe('from-env.db')
  writeFileSync(join(folder, '.env.local'), 'DATABASE_URL=file:from-env-local.db\n')
  expect(await findFile()).toBe('from-env-local.db')
  expect(await findFile({ DATABASE_URL: 'file:from-environment.db' })).toBe('from-environment.db')
  remove()
})

it('prints no colours without a terminal', async () => {
  const { stderr } = await empty.latchkey(['migrate', '--url', 'file:missing/app.db', '--apply'])
  expect(stderr).not.toBe('')
  expect(stderr).not.toContain('\u001b')
})

it('reports a database without tables', async () => {
  const { code, stderr } = await empty.latchkey(['clean', '--url', 'file:app.db'])
  expect(code).toBe(1)
  expect(stderr).toContain('npx latchkey migrate --apply')
})
