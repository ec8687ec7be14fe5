import { fileURLToPath } from 'node:url'
import { PrismaAdapter } from '@auth/prisma-adapter'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import type { Combination } from '../combination.ts'
import type { Servers } from '../servers.ts'

const FOLDER = fileURLToPath(new URL('../prisma/', import.meta.url))
const PROGRAM = fileURLToPath(new URL('build/index.js', import.meta.resolve('prisma/package.json')))

/** The tables of prisma/schema.prisma, with the types that Prisma gives them. */
const TABLES = `
  CREATE TABLE "User" (
    id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, "emailVerified" TIMESTAMP(3), image TEXT
  );
  CREATE TABLE "Account" (
    "userId" TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE, type TEXT NOT NULL,
    provider TEXT NOT NULL, "providerAccountId" TEXT NOT NULL, refresh_token TEXT, access_token TEXT,
    expires_at INTEGER, token_type TEXT, scope TEXT, id_token TEXT, session_state TEXT,
    PRIMARY KEY (provider, "providerAccountId")
  );
  CREATE TABLE "Session" (
    "sessionToken" TEXT NOT NULL UNIQUE, expires TIMESTAMP(3) NOT NULL,
    "userId" TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE
  );
  CREATE TABLE "VerificationToken" (
    identifier TEXT NOT NULL, token TEXT NOT NULL, expires TIMESTAMP(3) NOT NULL,
    PRIMARY KEY (identifier, token)
  );
  CREATE TABLE "Authenticator" (
    "credentialID" TEXT NOT NULL UNIQUE, "providerAccountId" TEXT NOT NULL,
    "userId" TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
    "credentialPublicKey" TEXT NOT NULL, counter INTEGER NOT NULL,
    "credentialDeviceType" TEXT NOT NULL, "credentialBackedUp" BOOLEAN NOT NULL, transports TEXT,
    PRIMARY KEY ("userId", "credentialID")
  );`

/** The part of the generated client that is used here. */
interface Client {
  readonly PrismaClient: new (options: {
    adapter: PrismaPg
  }) => Parameters<typeof PrismaAdapter>[0] & {
    $disconnect(): Promise<void>
  }
}

export const PRISMA: readonly Combination[] = [
  {
    adapter: '@auth/prisma-adapter',
    database: 'PostgreSQL, Prisma 7, @prisma/adapter-pg',
    needs: ['postgres'],
    storesExtraFields: false,
    async open(servers) {
      const { adapter, prisma } = await openPrisma(servers)
      return { adapter, close: () => prisma.$disconnect() }
    },
  },
]

/** Creates the tables. @returns the adapter, and the client that it uses */
export async function openPrisma({ postgres }: Pick<Servers, 'postgres'>) {
  const prisma = await connectPrisma(await postgres())
  return { adapter: PrismaAdapter(prisma), prisma }
}

/** Creates the tables in an empty database, and connects a client to it. */
export async function connectPrisma(connectionString: string): Promise<InstanceType<Client['PrismaClient']>> {
  await generateClient()
  const pool = new Pool({ connectionString })
  await pool.query(TABLES)
  await pool.end()
  const { PrismaClient } = (await import(`${FOLDER}dist/client.ts`)) as Client
  return new PrismaClient({ adapter: new PrismaPg({ connectionString }) })
}

async function generateClient(): Promise<void> {
  const { ok, output } = await runProcess({
    name: 'prisma generate',
    program: process.execPath,
    args: [PROGRAM, 'generate', '--schema', `${FOLDER}schema.prisma`],
    cwd: FOLDER,
    // Only migrations need the engine, which Prisma would download.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  })
  if (!ok) throw new Error(`Prisma generated no client:\n${output}`)
}
