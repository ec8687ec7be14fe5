import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { requireProgram } from '../machine/programs.mjs'
import { freePorts } from '../processes/ports.mjs'
import { startProcess, untilReady } from '../processes/processes.mjs'
import { asUser, folderOfUser } from './system-user.ts'

const HOST = '127.0.0.1'

/** A pooler in front of a PostgreSQL server. */
export interface PgBouncer {
  readonly port: number
  readonly url: (database?: string) => string
  readonly stop: () => Promise<void>
}

/**
 * Starts PgBouncer in transaction mode: each transaction can run on another connection of the
 * server.
 *
 * @param target the port of the server
 * @param settings options of the section `pgbouncer`
 */
export async function startPgBouncer(
  target: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const [port = 0] = await freePorts(1)
  const folder = folderOfUser('latchkey-pgbouncer-')
  const file = join(folder, 'pgbouncer.ini')
  const options = Object.entries({
    listen_addr: HOST,
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: '5',
    max_client_conn: '500',
    ignore_startup_parameters: 'extra_float_digits',
    ...settings,
  })
  const lines = [
    '[databases]',
    `* = host=${HOST} port=${target} user=postgres`,
    '[pgbouncer]',
    ...options.map(([name, value]) => `${name} = ${value}`),
  ]
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  const command = asUser(requireProgram('postgresql', 'pgbouncer'), [file])
  const handle = startProcess({
    name: `pgbouncer on port ${port}`,
    ...command,
    cwd: folder,
    env: process.env,
  })
  const stop = async (): Promise<void> => {
    await handle.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(handle, async () => (await isListening(port)) || undefined)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, url: (database = 'postgres') => `postgres://postgres@${HOST}:${port}/${database}`, stop }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST)
    const end = (result: boolean) => (): void => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', end(true)).once('error', end(false))
  })
}
