import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Application, createApplication } from './command.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const DIALECTS = ['postgres', 'mysql', 'sqlite'] as const

let application: Application
/** Inside of the workspace, so that the compiler finds the packages. */
let folder: string

beforeAll(() => {
  application = createApplication()
  const parent = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))
  mkdirSync(parent, { recursive: true })
  folder = mkdtempSync(join(parent, 'schemas-'))
})

afterAll(() => {
  application.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('--drizzle', () => {
  it('prints modules that compile with drizzle-orm, for each database', async () => {
    const files: string[] = []
    for (const dialect of DIALECTS)
      for (const tables of [
        'auth.js/drizzle',
        'auth.js/prisma',
        ...(dialect === 'sqlite' ? [] : ['latchkey', 'snake_case']),
      ]) {
        const result = await application.latchkey([
          'migrate',
          '--drizzle',
          '--dialect',
          dialect,
          '--tables',
          tables,
        ])
        expect(result).toMatchObject({ code: 0, stderr: '' })
        const file = `${dialect}-${tables.replace(/\W/g, '-')}.ts`
        writeFileSync(join(folder, file), result.stdout)
        files.push(file)
      }
    const compilerOptions = {
      ...{
        target: 'es2023',
        module: 'nodenext',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: ['node'],
      },
      ...{ noUnusedLocals: true, moduleDetection: 'force', declaration: false },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error)
    expect(stdout).toBe('')
  }, 60_000)

  it('prints tables that Drizzle reads and writes where `migrate --apply` created them', async () => {
    const database = join(application.folder, 'app.db')
    await application.latchkey(['migrate', '--apply', '--tables', 'auth.js/drizzle', '--url', database])
    const { stdout } = await application.latchkey(['migrate', '--drizzle', '--url', database])
    const file = join(folder, 'default-tables.ts')
    writeFileSync(file, stdout)
    const { users, accounts, sessions } = await import(file)
    const client = new Database(database)
    const db = drizzle(client)
    const expires = new Date(1_900_000_000_123)
    await db.insert(users).values({ email: 'ann@example.com', emailVerified: expires })
    const [user] = (await db.select().from(users)) as { id: string }[]
    await db
      .insert(accounts)
      .values({ userId: user?.id, type: 'oauth', provider: 'github', providerAccountId: '1' })
    await db.insert(sessions).values({ sessionToken: 's', userId: user?.id, expires })
    expect(await db.select().from(sessions)).toEqual([{ sessionToken: 's', userId: user?.id, expires }])
    await db.delete(users)
    expect(await db.select().from(sessions)).toEqual([])
    client.close()
  })
})

describe('--prisma', () => {
  const PROVIDERS = { postgres: 'postgresql', mysql: 'mysql', sqlite: 'sqlite' }

  it.each(DIALECTS)(
    'prints models that Prisma accepts and does not reformat, for %s',
    async (dialect) => {
      for (const tables of [
        'auth.js/prisma',
        'auth.js/drizzle',
        ...(dialect === 'sqlite' ? [] : ['latchkey', 'snake_case']),
      ]) {
        const { stdout } = await application.latchkey([
          'migrate',
          '--prisma',
          '--dialect',
          dialect,
          '--tables',
          tables,
        ])
        const file = join(folder, `${dialect}.prisma`)
        writeFileSync(file, `datasource db {\n  provider = "${PROVIDERS[dialect]}"\n}\n\n${stdout}`)
        const prisma = join(root, 'node_modules/.bin/prisma')
        const env = {
          ...process.env,
          PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
          PRISMA_HIDE_UPDATE_MESSAGE: '1',
        }
        const checked = await run(prisma, ['format', '--check', '--schema', file], {
          cwd: folder,
          env,
        }).catch((error) => error)
        expect(checked.stderr + checked.stdout).toContain('All files are formatted correctly')
        const valid = await run(prisma, ['validate', '--schema', file], { cwd: folder, env }).catch(
          (error) => error,
        )
        expect(valid.stderr + valid.stdout).toContain('is valid')
      }
    },
    120_000,
  )
})

it('rejects tables that an ORM does not create', async () => {
  const args = ['migrate', '--drizzle', '--dialect', 'postgres', '--tables', 'auth.js/pg']
  const { code, stderr } = await application.latchkey(args)
  expect(code).toBe(2)
  expect(stderr).toContain('auth.js/drizzle')
})
