import type { ResolvedAuth } from '../contract/context.ts'
import { findPasswordProvider } from '../contract/providers.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { UnreadablePassword } from '../errors/passwords.ts'
import { type PasswordStorage, passwordStorage } from '../passwords/storage.ts'
import { readStored } from '../passwords/verify.ts'
import { normalizeEmail } from '../security/email-address.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type {
  ImportedPassword,
  ImportPasswordsOptions,
  ImportReport,
  RefusedRow,
} from '../types/import-passwords.ts'
import type { PasswordFormat } from '../types/passwords.ts'

const BATCH_SIZE = 100
/** How many users of a batch are looked up at the same time. A pool often has ten connections. */
const MAX_RUNNING = 8
const MAX_REFUSALS = 1000

/** What happened to a row. */
type RowOutcome =
  | { readonly type: 'imported' | 'kept'; readonly format: string; readonly isNewUser: boolean }
  | (Omit<RefusedRow, 'row'> & { readonly type: 'refused' })

interface NumberedRow extends ImportedPassword {
  readonly row: number
}

/** Where passwords are imported to. */
interface Target {
  readonly auth: ResolvedAuth
  readonly adapter: Adapter & Required<Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail'>>
  readonly storage: PasswordStorage
  readonly legacy: readonly PasswordFormat[]
  readonly options: ImportPasswordsOptions
}

/**
 * Imports passwords, a batch at a time. Repeating it continues where it stopped.
 *
 * @throws {AdapterError} if the database fails
 * @throws {InvalidOption} without the provider `Password`
 */
export async function importPasswords(
  auth: ResolvedAuth,
  rows: Iterable<ImportedPassword> | AsyncIterable<ImportedPassword>,
  options: ImportPasswordsOptions = {},
): Promise<ImportReport> {
  const target = await findTarget(auth, options)
  let report: ImportReport = {
    rows: 0,
    imported: 0,
    created: 0,
    kept: 0,
    refused: 0,
    formats: {},
    refusals: [],
  }
  for await (const batch of inBatches(rows)) {
    for (const [row, outcome] of await importBatch(target, batch)) report = withOutcome(report, row, outcome)
    await options.onProgress?.(report)
  }
  return report
}

/** The configuration check has verified the adapter's methods for users. */
async function findTarget(auth: ResolvedAuth, options: ImportPasswordsOptions): Promise<Target> {
  const provider = findPasswordProvider((await auth.checkConfig()).providers)
  if (provider === undefined)
    throw new InvalidOption('`users.importPasswords` needs the provider `Password()`. Add it to `providers`.')
  const { legacy = [] } = provider.password
  const storage = passwordStorage(auth, provider)
  return { auth, adapter: auth.adapter as Target['adapter'], storage, legacy, options }
}

async function* inBatches(
  rows: Iterable<ImportedPassword> | AsyncIterable<ImportedPassword>,
): AsyncGenerator<NumberedRow[]> {
  let batch: NumberedRow[] = []
  let row = 0
  for await (const given of rows) {
    batch.push({ ...given, userId: given.userId && String(given.userId), row: ++row })
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Imports the rows of different users at the same time, and those of one user in their order. */
async function importBatch(target: Target, batch: readonly NumberedRow[]): Promise<Map<number, RowOutcome>> {
  const outcomes = new Map<number, RowOutcome>()
  const waiting = groupByUser(batch).values()
  const work = async (): Promise<void> => {
    for (const rows of waiting) for (const row of rows) outcomes.set(row.row, await importRow(target, row))
  }
  await Promise.all(Array.from({ length: MAX_RUNNING }, work))
  return new Map([...outcomes].sort(([a], [b]) => a - b))
}

function groupByUser(batch: readonly NumberedRow[]): Map<string, NumberedRow[]> {
  const groups = new Map<string, NumberedRow[]>()
  for (const row of batch) {
    const user = row.userId || (normalizeEmail(row.email) ?? '')
    groups.set(user, [...(groups.get(user) ?? []), row])
  }
  return groups
}

async function importRow(target: Target, row: NumberedRow): Promise<RowOutcome> {
  const format = await readFormat(target, row.hash)
  if (typeof format !== 'string') return format
  const found = await findUser(target, row)
  if ('type' in found) return found
  const { user, isNewUser } = found
  const isImported = user === undefined || (await store(target, user.id, row.hash))
  return { type: isImported ? 'imported' : 'kept', format, isNewUser }
}

async function readFormat({ legacy }: Target, hash: unknown): Promise<string | RowOutcome> {
  if (typeof hash !== 'string' || hash === '') return refuse('hash', 'The row has no `hash`.')
  try {
    return (await readStored(hash, legacy)).format.name
  } catch (error) {
    if (error instanceof UnreadablePassword) return refuse('hash', error.message)
    throw error
  }
}

/** Returns a row's user. In a dry run, one who would be created is `undefined`. */
async function findUser(
  { adapter, auth, options }: Target,
  { userId, email, name, emailVerified }: NumberedRow,
): Promise<{ readonly user: AdapterUser | undefined; readonly isNewUser: boolean } | RowOutcome> {
  if (userId) {
    const user = await adapter.getUser(userId)
    // A database may ignore case and accents, and find another user.
    if (user && String(user.id) === userId) return { user, isNewUser: false }
    return refuse('user', 'There is no user with this `userId`.')
  }
  if (!email) return refuse('user', 'The row has neither an `email` nor a `userId`.')
  const address = normalizeEmail(email)
  if (address === undefined) return refuse('email', 'The `email` is not a valid address.')
  const user = await adapter.getUserByEmail(address)
  if (user) return { user, isNewUser: false }
  if (!options.createUsers)
    return refuse('user', 'There is no user with this `email`. Set `createUsers: true` to create them.')
  if (options.dryRun) return { user: undefined, isNewUser: true }
  const verifiedAt = emailVerified === true ? new Date(auth.now()) : emailVerified || null
  const created = {
    id: crypto.randomUUID(),
    email: address,
    emailVerified: verifiedAt,
    ...(name && { name }),
  }
  return { user: await adapter.createUser(created), isNewUser: true }
}

/** @returns `false` if the user keeps another password */
async function store(
  { storage, options: { dryRun = false, overwrite = false } }: Target,
  userId: string,
  hash: string,
): Promise<boolean> {
  if (dryRun) return overwrite || (await storage.read(userId)) === null
  return storage.write(userId, { hash }, overwrite ? undefined : null)
}

function refuse(reason: RefusedRow['reason'], message: string): RowOutcome {
  return { type: 'refused', reason, message }
}

function withOutcome(report: ImportReport, row: number, outcome: RowOutcome): ImportReport {
  const rows = report.rows + 1
  if (outcome.type === 'refused') {
    const { reason, message } = outcome
    const refusals =
      report.refused < MAX_REFUSALS ? [...report.refusals, { row, reason, message }] : report.refusals
    return { ...report, rows, refused: report.refused + 1, refusals }
  }
  const { format, type, isNewUser } = outcome
  return {
    ...report,
    rows,
    [type]: report[type] + 1,
    created: report.created + (isNewUser ? 1 : 0),
    formats: { ...report.formats, [format]: (report.formats[format] ?? 0) + 1 },
  }
}
