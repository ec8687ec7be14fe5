import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGuide } from '@latchkey/test-support/applications/guide.ts'
import { startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import type { PrismaClient, SqlAdapter } from 'latchkey/adapters/prisma'
import { expect, it, onTestFinished } from 'vitest'
import { generatePrismaClient } from './prisma-client.ts'

/** Models of NextAuth.js 4: ids that Prisma creates, and no `updatedAt`. */
const TABLES = [
  `CREATE TABLE "User" (
    id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, "emailVerified" TIMESTAMP(3), image TEXT
  )`,
  `CREATE TABLE "Account" (
    id TEXT PRIMARY KEY, "userId" TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE, type TEXT NOT NULL,
    provider TEXT NOT NULL, "providerAccountId" TEXT NOT NULL, refresh_token TEXT, access_token TEXT,
    expires_at INTEGER, token_type TEXT, scope TEXT, id_token TEXT, session_state TEXT,
    UNIQUE (provider, "providerAccountId")
  )`,
  `CREATE TABLE "Session" (
    id TEXT PRIMARY KEY, "sessionToken" TEXT UNIQUE NOT NULL,
    "userId" TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE, expires TIMESTAMP(3) NOT NULL
  )`,
]

interface Page {
  authAdapter(prisma: PrismaClient): SqlAdapter
}

// proves VER-1
it('works with models of NextAuth.js 4 after the two changes of the page', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const url = await server.createDatabase('older', TABLES)
  const { client, close } = await generatePrismaClient(url)
  onTestFinished(close)
  const page = openGuide('../databases/orms', import.meta.dirname)
  onTestFinished(() => page.remove())
  const { authAdapter } = await page.import<Page>('prisma-auth-without-updated-at.ts')
  const adapter = authAdapter(client)
  const account = { provider: 'github', providerAccountId: '1', type: 'oauth', userId: '' } as const
  const signIn = (): Promise<unknown> =>
    Promise.resolve(
      adapter.createUserWithAccount?.({ id: '', email: 'ann@example.com', emailVerified: null }, account),
    )
  await expect(signIn()).rejects.toThrow('null value in column "id"')

  const text = readFileSync(join(import.meta.dirname, '../../../docs/databases/orms.md'), 'utf8')
  const statements = [...text.matchAll(/^ *(ALTER TABLE .*);$/gm)].map(([, statement = '']) => statement)
  expect(statements).toHaveLength(2)
  for (const statement of statements) await server.run(statement, 'older')
  await signIn()
  const user = await adapter.getUserByAccount({ provider: 'github', providerAccountId: '1' })
  expect(user).toMatchObject({ email: 'ann@example.com' })
  const expires = new Date('2036-01-01T00:00:00Z')
  await adapter.createSession({ sessionToken: 'token', userId: String(user?.id), expires })
  expect(await adapter.getSessionAndUser('token')).toMatchObject({ session: { expires } })
})
