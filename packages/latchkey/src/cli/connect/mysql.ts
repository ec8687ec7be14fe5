import type { SqlRow } from '../../sql/connection.ts'
import { Problem } from '../problem.ts'
import type { Database } from './database.ts'
import { loadDriver } from './driver.ts'
import { decode } from './url.ts'

/** The parts of a `mysql2/promise` and a `mariadb` connection that are used here. */
interface Mysql2Connection {
  query(text: string, values?: unknown[]): Promise<[SqlRow[] | { affectedRows: number }, unknown]>
  on(event: 'error', listener: () => void): unknown
  end(): Promise<void>
}
interface MariadbConnection {
  query(text: string, values?: unknown[]): Promise<SqlRow[] | { affectedRows: number }>
  on(event: 'error', listener: () => void): unknown
  end(): Promise<void>
}
type Create<Connection> = (options: object) => Promise<Connection>

const TIMEOUT_CONNECT = 15_000

/** Connects to MySQL or MariaDB, with the application's `mysql2` or `mariadb`. */
export async function connectMysql(url: URL, folder: string): Promise<Database> {
  const driver = await loadDriver(folder, 'MySQL', ['mysql2/promise', 'mariadb'])
  const create = driver.exports.createConnection
  const options = toOptions(url)
  return driver.name === 'mariadb'
    ? withMariadb(create as Create<MariadbConnection>, options)
    : withMysql2(create as Create<Mysql2Connection>, options)
}

async function withMysql2(create: Create<Mysql2Connection>, options: object): Promise<Database> {
  const connection = await create({ ...options, supportBigNumbers: true })
  connection.on('error', () => undefined)
  return {
    dialect: 'mysql',
    lock: 'row',
    query: async (text, values) => toResult((await connection.query(text, values && [...values]))[0]),
    close: () => connection.end(),
  }
}

async function withMariadb(create: Create<MariadbConnection>, options: object): Promise<Database> {
  const connection = await create({ ...options, bigIntAsNumber: true, insertIdAsNumber: true })
  connection.on('error', () => undefined)
  return {
    dialect: 'mysql',
    lock: 'row',
    query: async (text, values) => toResult(await connection.query(text, values && [...values])),
    close: () => connection.end(),
  }
}

function toResult(result: readonly SqlRow[] | { readonly affectedRows: number }): {
  rows: readonly SqlRow[]
  changes: number
} {
  return 'affectedRows' in result
    ? { rows: [], changes: result.affectedRows }
    : { rows: [...result], changes: 0 }
}

/**
 * Each driver and each ORM has other parameters, so only those that all of them have are passed on.
 */
function toOptions({ hostname, port, username, password, pathname, searchParams }: URL): object {
  const database = decode(pathname.slice(1))
  if (database === '') throw new Problem('The URL has no database. Add its name: `mysql://…/name`.')
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 3306),
    user: decode(username),
    password: decode(password),
    database,
    connectTimeout: TIMEOUT_CONNECT,
    ...(usesTls(searchParams) ? { ssl: { rejectUnauthorized: verifiesCertificate(searchParams) } } : {}),
  }
}

/** `ssl` is JSON in PlanetScale URLs; `sslaccept` is Prisma's and `ssl-mode` MySQL's. */
function usesTls(parameters: URLSearchParams): boolean {
  const values = ['ssl', 'sslaccept', 'ssl-mode', 'sslmode'].map((name) => parameters.get(name))
  return values.some((value) => value !== null && !/^(?:false|0|disabled?|preferred)$/i.test(value))
}

function verifiesCertificate(parameters: URLSearchParams): boolean {
  return (
    parameters.get('sslaccept') !== 'accept_invalid_certs' &&
    !/"rejectUnauthorized"\s*:\s*false/.test(parameters.get('ssl') ?? '')
  )
}
