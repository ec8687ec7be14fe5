import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { PrismaPg } from '@prisma/adapter-pg'
import type { PrismaClient } from 'latchkey/adapters/prisma'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const PRISMA = fileURLToPath(new URL('../../../node_modules/.bin/prisma', import.meta.url))

const SCHEMA = `
generator client {
  provider            = "prisma-client"
  output              = "./generated"
  importFileExtension = "ts"
}

datasource db {
  provider = "postgresql"
}

model User {
  id    String @id
  email String @unique
}
`

/** Generates a client of Prisma for PostgreSQL, without a network, and connects it. */
export async function generatePrismaClient(
  connectionString: string,
): Promise<{ client: PrismaClient; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(HERE, '.prisma-'))
  writeFileSync(join(folder, 'schema.prisma'), SCHEMA)
  const { ok, output } = await runProcess({
    name: 'prisma generate',
    program: PRISMA,
    args: ['generate', '--schema', 'schema.prisma'],
    cwd: folder,
    // Generation needs no engine, which Prisma would download otherwise.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' },
  })
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  if (!ok) {
    remove()
    throw new Error(`prisma generate failed:\n${output}`)
  }
  const generated = await import(pathToFileURL(join(folder, 'generated/client.ts')).href)
  const client = new generated.PrismaClient({ adapter: new PrismaPg({ connectionString }) })
  return {
    client,
    async close() {
      await client.$disconnect()
      remove()
    },
  }
}
