/**
 * What each entry point is for, in one sentence. The provider modules have no sentence: their pages
 * are those of the providers.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const ENTRY_TEXTS = {
  latchkey: 'Handles requests on any server with Web `Request` and `Response`, and has the types of options.',
  'latchkey/adapters': 'Types and functions for writing an adapter.',
  'latchkey/adapters/accounts': 'Adds the tables for accounts to an adapter that lacks them.',
  'latchkey/adapters/drizzle': 'Stores users in the tables and over the connection of Drizzle.',
  'latchkey/adapters/kysely': 'Stores users over the connection of Kysely.',
  'latchkey/adapters/memory': 'Stores users in memory, for development and tests.',
  'latchkey/adapters/mysql': 'Stores users in MySQL or MariaDB.',
  'latchkey/adapters/postgres': 'Stores users in PostgreSQL.',
  'latchkey/adapters/prisma': 'Stores users over the client of Prisma.',
  'latchkey/adapters/sqlite': 'Stores users in SQLite, Turso or Cloudflare D1.',
  'latchkey/client': 'Signs in and out, and reads the session, in any browser application.',
  'latchkey/errors': 'The classes of all errors.',
  'latchkey/jwt': 'Reads and writes session tokens, and tokens that work once.',
  'latchkey/next': 'Integrates Latchkey with Next.js.',
  'latchkey/node': 'Connects Latchkey to servers of `node:http`, Express and Fastify.',
  'latchkey/password': 'Hashes and verifies passwords.',
  'latchkey/providers': 'Types of providers.',
  'latchkey/react': 'Reads the session, and signs in and out, in React components.',
  'latchkey/refresh': 'Refreshes a token once for all requests that need it.',
  'latchkey/solid': 'Reads the session in Solid components.',
  'latchkey/solid-start': 'Integrates Latchkey with SolidStart.',
  'latchkey/solid-start/client': 'Signs in and out from components of SolidStart.',
  'latchkey/stores/mysql': 'Keeps limits and ended sessions in MySQL or MariaDB, for several processes.',
  'latchkey/stores/postgres': 'Keeps limits and ended sessions in PostgreSQL, for several processes.',
  'latchkey/stores/redis':
    'Keeps limits and ended sessions in Redis, Valkey or Upstash, for several processes.',
  'latchkey/stores/sqlite': 'Keeps limits and ended sessions in SQLite, for several processes.',
  'latchkey/svelte': 'Reads the session in Svelte components.',
  'latchkey/sveltekit': 'Integrates Latchkey with SvelteKit.',
  'latchkey/sveltekit/ambient': 'Declares the types of `event.locals` for SvelteKit.',
  'latchkey/sveltekit/client': 'Signs in and out from components of SvelteKit.',
  'latchkey/sveltekit/components': 'Svelte components with forms for signing in and out.',
  'latchkey/testing/adapter-suite': 'Tests an adapter.',
  'latchkey/testing/store-suite': 'Tests a store.',
  'latchkey/types': 'Types of options, sessions and users.',
  'latchkey/webauthn': 'Signs in with passkeys, and registers them, in the browser.',
}
