import type { Fault, Sight } from './fault.ts'
import { MARIADB_FAULTS } from './mariadb-faults.ts'
import { POSTGRES_FAULTS } from './postgres-faults.ts'
import { REDIS_FAULTS } from './redis-faults.ts'

const INTRODUCTION = `# Faults of databases and stores

This page shows what users see and what the log contains while a database or a store fails. Tests make each
of these faults happen, on real servers, while 20 clients read sessions, sign in with links, sign out, and try
wrong links and forged cookies. [When the database is down](outages.md) explains the status, the time limits
and the log.

For each fault, the tests check:

- No user is signed out: each cookie stays, and is accepted again after the fault.
- No client is let in with a session that was ended or forged, or with a link that was used or never sent.
- No link signs in more than once, although three windows open each link at the same time.
- No request exceeds its [time limits](outages.md#time-limits). Reading a session takes one limit. A sign-in
  or a sign-out may need one of the adapter and up to three of the store: it undoes what it started.
- Every failed response has status 503 and \`Retry-After\`.
- The process stays alive, and everything works again without a restart.
- The log has at most six entries with the same text, for hundreds of failed requests.

The log column shows the typical entries, with \`…\` for names of methods and ports. When a fault begins or
ends, the driver can cause others of the same form.

A sign-out with status 503 ends the session in this browser only. One with any other status ends it
everywhere, as long as the server keeps what it confirmed:

| Server | Setting |
|---|---|
| PostgreSQL | \`synchronous_commit\` other than \`off\`; with a failover, a synchronous standby |
| MariaDB | \`innodb_flush_log_at_trx_commit\` other than \`0\`; with a failover, synchronous replication |
| Redis | \`appendonly yes\`, \`appendfsync always\`. A failover can lose the writes of its last moment. |
`

const SIGHTS: Readonly<Record<keyof Fault['sees'], Readonly<Record<Sight, string>>>> = {
  read: { works: 'works', unavailable: '503', varies: 'works, or 503' },
  'sign in': {
    works: 'works',
    unavailable: '503: *Not available at the moment*',
    varies: 'works, or 503: *Not available at the moment*',
  },
  'sign out': {
    works: 'works',
    unavailable: '503: *Signed out in this browser*',
    varies: 'works, or 503: *Signed out in this browser*',
  },
}

/** Returns docs/faults.md. */
export function renderFaultsPage(): string {
  return [
    INTRODUCTION,
    section('PostgreSQL', POSTGRES_FAULTS, [
      'The sessions are in the database, and so is the store: `latchkey/adapters/postgres` and',
      '`latchkey/stores/postgres`, with `pg` and `postgres`.',
    ]),
    section('MariaDB', MARIADB_FAULTS, [
      'The sessions are in the database, and so is the store: `latchkey/adapters/mysql` and',
      '`latchkey/stores/mysql`, with `mysql2`.',
    ]),
    section('Redis', REDIS_FAULTS, [
      'The sessions are in cookies. The store is `latchkey/stores/redis`, with `redis` and `ioredis`.',
    ]),
  ].join('\n')
}

function section(title: string, faults: Readonly<Record<string, Fault>>, about: readonly string[]): string {
  return [
    `## ${title}`,
    '',
    ...about,
    '',
    '| Fault | Reading the session | Signing in | Signing out | Log |',
    '|---|---|---|---|---|',
    ...Object.values(faults).map(row),
    '',
  ].join('\n')
}

function row({ name, sees, log }: Fault): string {
  const cells = [
    name,
    SIGHTS.read[sees.read],
    SIGHTS['sign in'][sees['sign in']],
    SIGHTS['sign out'][sees['sign out']],
    log.map((line) => `\`\` ${line.replaceAll('|', '\\|')} \`\``).join('<br>') || 'nothing',
  ]
  return `| ${cells.join(' | ')} |`
}
