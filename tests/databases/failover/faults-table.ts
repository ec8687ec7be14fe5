import type { Fault, Sight } from './fault.ts'
import { MARIADB_FAULTS } from './mariadb-faults.ts'
import { POSTGRES_FAULTS } from './postgres-faults.ts'
import { REDIS_FAULTS } from './redis-faults.ts'

const STATUS: Readonly<Record<Sight, string>> = {
  works: 'works',
  unavailable: '503',
  varies: 'works, or 503',
}

/** Returns the table of the faults that the tests make happen. */
export function renderFaults(): string {
  return [
    '| Server | Fault | Reading the session | Signing in | Signing out |',
    '|---|---|---|---|---|',
    ...renderRows('PostgreSQL', POSTGRES_FAULTS),
    ...renderRows('MariaDB', MARIADB_FAULTS),
    ...renderRows('Redis', REDIS_FAULTS),
  ].join('\n')
}

function renderRows(server: string, faults: Readonly<Record<string, Fault>>): string[] {
  return Object.values(faults).map(({ name, sees }) => {
    const cells = [
      server,
      name,
      ...[sees.read, sees['sign in'], sees['sign out']].map((sight) => STATUS[sight]),
    ]
    return `| ${cells.join(' | ')} |`
  })
}
