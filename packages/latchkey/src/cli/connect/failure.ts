import { type DatabaseLocation, describeLocation } from './url.ts'

/** Connection errors, by the codes of PostgreSQL, MySQL, Node.js and SQLite. */
const FAILURES: Readonly<Record<string, string>> = {
  '28P01': 'The password is wrong. Check the user and the password in the URL',
  '28000': "The user is not allowed to connect. Check the user in the URL and the server's access rules",
  '3D000': 'The database does not exist. Create it, or check its name in the URL',
  '53300': 'The server has too many connections. Try again later',
  ER_ACCESS_DENIED_ERROR: 'The password is wrong. Check the user and the password in the URL',
  ER_DBACCESS_DENIED_ERROR:
    'The user may not open the database. Check its name in the URL, or grant the user access',
  ER_BAD_DB_ERROR: 'The database does not exist. Create it, or check its name in the URL',
  ER_CON_COUNT_ERROR: 'The server has too many connections. Try again later',
  ECONNREFUSED: 'No server listens there. Start it, or check the host and the port in the URL',
  ENOTFOUND: 'The host was not found. Check the host in the URL',
  EAI_AGAIN: 'The host was not found. Check the host in the URL and the network',
  ETIMEDOUT: 'The server did not respond in time. Check the host and the port in the URL, and firewalls',
  CONNECT_TIMEOUT:
    'The server did not respond in time. Check the host and the port in the URL, and firewalls',
  ECONNRESET: 'The server closed the connection. Check the port in the URL, and whether it needs TLS',
}

/** Returns in one sentence why a connection failed, and how to fix it. */
export function describeFailure(error: unknown, location: DatabaseLocation): string {
  const where = describeLocation(location)
  const known = listCodes(error)
    .map((code) => FAILURES[code])
    .find(Boolean)
  return known === undefined
    ? `Cannot connect to ${where}: ${describeReason(error)}`
    : `Cannot connect to ${where}. ${known}.`
}

/** Returns an error's text, on one line. */
export function describeReason(error: unknown): string {
  const text = error instanceof Error ? error.message || listCodes(error)[0] : String(error)
  return (text ?? 'unknown error').replace(/\s+/g, ' ').trim()
}

/** Drivers wrap network errors, and Node.js joins those of several addresses. */
function listCodes(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  const inner = Array.isArray(errors) ? errors : []
  return [...(typeof code === 'string' ? [code] : []), ...[cause, ...inner].flatMap(listCodes)]
}
