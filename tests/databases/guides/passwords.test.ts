import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readGuide } from '@latchkey/test-support/applications/page-files.mjs'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import { type RunningInbox, startInbox } from '@latchkey/test-support/servers/inbox.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import type { CompleteAdapter } from 'latchkey/adapters'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Application, createApplication } from '../migrate/command.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PASSWORD = 'correct horse battery staple'
const NEW_PASSWORD = 'four words are easy to remember'

interface Passwords {
  sendPasswordLink(address: string): Promise<string>
  choosePassword(token: string, password: string): Promise<{ email: string } | { notice: string }>
  changePassword(id: string, current: string, password: string, end: () => Promise<void>): Promise<string>
}

interface PasswordStore {
  readHash(userId: string): Promise<string | undefined>
  storeHash(userId: string, hash: string): Promise<object>
  replaceHash(userId: string, previous: string, hash: string): Promise<string>
}

let server: PostgresServer
let application: Application
let inbox: RunningInbox
let page: PageFiles
let db: pg.Pool
let adapter: CompleteAdapter
let passwords: Passwords
let store: PasswordStore
let findUserByPassword: (email: string, password: string) => Promise<{ id: string } | null>

beforeAll(async () => {
  server = await startPostgres()
  application = createApplication('pg')
  inbox = await startInbox()
  const url = await server.createDatabase('passwords')
  expect(await application.latchkey(['migrate', '--apply', '--url', url])).toMatchObject({ code: 0 })
  const text = readGuide(join(ROOT, 'docs/sign-in/passwords.md'))
  const [, table = ''] = /^```sql\n(CREATE TABLE passwords .*?)^```$/ms.exec(text) ?? []
  await server.run(table, 'passwords')
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('AUTH_SECRET', 'a secret that is long enough for every test here')
  vi.stubEnv('AUTH_URL', 'https://app.test')
  vi.stubEnv('AUTH_NODEMAILER_SERVER', inbox.smtpUrl)
  await load()
})

/** Loads the files of the page, with those for PostgreSQL in place of those for SQLite. */
async function load(): Promise<void> {
  page = await writePageFiles('sign-in/passwords', import.meta.dirname)
  for (const name of ['database', 'password-store']) {
    const file = join(page.folder, 'src', `${name}-postgresql.ts`)
    const code = await readFile(file, 'utf8')
    await writeFile(file, code.replace("'./database-postgresql'", "'./database'"))
    await rename(file, join(page.folder, 'src', `${name}.ts`))
  }
  ;({ db, adapter } = await page.import<{ db: pg.Pool; adapter: CompleteAdapter }>('src/database.ts'))
  passwords = await page.import<Passwords>('src/passwords.ts')
  store = await page.import<PasswordStore>('src/password-store.ts')
  const signIn = await page.import<{ findUserByPassword: typeof findUserByPassword }>(
    'src/password-sign-in.ts',
  )
  findUserByPassword = signIn.findUserByPassword
}

afterAll(async () => {
  await db?.end()
  await page?.remove()
  await inbox?.close()
  application?.remove()
  await server?.stop()
})

async function requestToken(email: string): Promise<string> {
  expect(await passwords.sendPasswordLink(email)).toBe('link-sent')
  const mails = await fetch(`${inbox.url}/messages?to=${encodeURIComponent(email)}`)
  const [mail] = (await mails.json()) as { text: string }[]
  return new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}

const findId = async (email: string): Promise<string> => (await adapter.getUserByEmail(email))?.id ?? ''
const endOthers = async (): Promise<void> => {}

describe('the files of Passwords on PostgreSQL', { timeout: 60_000 }, () => {
  it('sign up, change the password and reset it', async () => {
    const email = 'ann@example.com'
    expect(await passwords.choosePassword(await requestToken(email), PASSWORD)).toEqual({ email })
    const id = await findId(email)
    expect(await findUserByPassword(email, PASSWORD)).toMatchObject({ id })
    expect(await passwords.changePassword(id, PASSWORD, NEW_PASSWORD, endOthers)).toBe('password-changed')
    expect(await findUserByPassword(email, PASSWORD)).toBeNull()
    expect(await passwords.choosePassword(await requestToken(email), PASSWORD)).toEqual({ email })
    expect(await findUserByPassword(email, PASSWORD)).toMatchObject({ id })
  })

  it('accept a link once, and then no other link to the user', async () => {
    const email = 'ben@example.com'
    const [earlier, token] = [await requestToken(email), await requestToken(email)]
    const choose = () => passwords.choosePassword(token, PASSWORD)
    const results = await Promise.all([choose(), choose()])
    expect(results.filter((result) => 'email' in result)).toHaveLength(1)
    expect(await passwords.choosePassword(earlier, PASSWORD)).toEqual({ notice: 'link-expired' })
  })

  it('count wrong current passwords', async () => {
    const email = 'cleo@example.com'
    await passwords.choosePassword(await requestToken(email), PASSWORD)
    const change = async (current: string) =>
      passwords.changePassword(await findId(email), current, NEW_PASSWORD, endOthers)
    for (let attempt = 0; attempt < 10; attempt++) expect(await change('wrong')).toBe('wrong-password')
    expect(await change(PASSWORD)).toBe('too-many-attempts')
  })

  it('remove the access of another user who claimed the address before', async () => {
    const email = 'dan@example.com'
    const { id } = await adapter.createUser({ id: crypto.randomUUID(), email, emailVerified: null })
    const account = { provider: 'idp', providerAccountId: 'mallory', type: 'oidc' as const, userId: id }
    await adapter.linkAccount(account)
    await passwords.choosePassword(await requestToken(email), PASSWORD)
    expect(await adapter.getUserByAccount(account)).toBeNull()
    expect(await adapter.getUser(id)).toMatchObject({ emailVerified: expect.any(Date) })
  })

  it('replace a hash once, and delete it with its user', async () => {
    const { id } = await adapter.createUser({
      id: crypto.randomUUID(),
      email: 'eve@example.com',
      emailVerified: null,
    })
    expect(await store.readHash(id)).toBeUndefined()
    await store.storeHash(id, 'first')
    await store.storeHash(id, 'second')
    const replace = (hash: string) => store.replaceHash(id, 'second', hash)
    expect((await Promise.all([replace('a'), replace('b'), replace('c')])).sort()).toEqual([
      'changed',
      'changed',
      'replaced',
    ])
    await adapter.deleteUser(id)
    expect(await store.readHash(id)).toBeUndefined()
  })
})
