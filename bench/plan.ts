import { type Figures, measure } from './measure.ts'
import { credentials, oauthRedirect, oauthSignIn, signOut } from './parts/flows.ts'
import { growth } from './parts/growth.ts'
import { postgresGrowth, withPostgres } from './parts/postgresql.ts'
import { allocation, coldStart, underLoad } from './parts/processes.ts'
import { asFunction, overHttp, withDatabase } from './parts/session.ts'
import { parallelSignIns } from './parts/sign-ins.ts'
import { sizes, types } from './parts/sizes.ts'
import { callsTable, growthTable, type Row, rowsTable, type Section, toBars } from './report.ts'
import { stopPostgres } from './subjects/postgresql.ts'
import type { Subject } from './subjects/subject.ts'

/** All benchmarks, in this order. Choose some by name: `npm run bench -- session load`. */
export const PARTS: Readonly<Record<string, () => Promise<Section>>> = {
  session: () =>
    calls(
      'A session check over HTTP',
      'From a `Request` with a cookie to a `Response` with the session as JSON. Sessions are stored in the ' +
        'cookie, except where SQLite is named. Each call of Latchkey reads a different one of 20,000 ' +
        'sessions, so that none is cached, except in the row “cached session”.',
      overHttp,
    ),
  function: () =>
    calls(
      'A session check as a function',
      'As called by pages, hooks and middleware: from headers to the session. `getToken` reads the token ' +
        'without calling a callback.',
      asFunction,
    ),
  database: () =>
    calls(
      'A session check with a database',
      'Over HTTP, with sessions in SQLite (`node:sqlite`, in memory). Auth.js and Latchkey use the same ' +
        'adapter.',
      withDatabase,
    ),
  postgresql: () =>
    onPostgres(() =>
      calls(
        'A session check with PostgreSQL',
        'Over HTTP, with sessions in PostgreSQL on the same machine, over `pg` with ten connections. ' +
          'Each library uses the tables that its documentation shows. @auth/pg-adapter also has an index on the ' +
          'session token, because a read would otherwise scan the whole table. CPU is the application only; ' +
          'p50 includes the database. Each Latchkey call reads a different one of 1,000 sessions. ' +
          'Requests that arrive together share a statement.',
        withPostgres,
      ),
    ),
  'postgresql-growth': () =>
    onPostgres(async () => {
      const { small, large, pages } = await postgresGrowth()
      const [before, after] = (await measure([small, large])) as [Figures, Figures]
      const title = '10,000 → 10,000,000 sessions in PostgreSQL'
      return {
        title: 'Growth of a table in PostgreSQL',
        about:
          'Session check CPU in the application. The database reads ' +
          `${pages.small} pages of 8 KB for it before the growth, and ${pages.large} after.`,
        lines: growthTable([{ title, small: before, large: after }]),
      }
    }),
  credentials: () =>
    calls(
      'A sign-in with a password',
      'With a form. The password is compared without hashing. better-auth stores its sessions in SQLite.',
      credentials,
    ),
  redirect: () =>
    calls(
      'Redirect to a provider',
      'The request that redirects to GitHub, including the data that is stored until the callback.',
      oauthRedirect,
    ),
  oauth: () =>
    calls(
      'A complete sign-in with a provider',
      'The redirect to GitHub, and the callback with a code, up to the session. GitHub responds ' +
        'immediately.',
      oauthSignIn,
    ),
  signout: () =>
    calls(
      'Sign-in and sign-out',
      'With forms. A session can be ended only once, so each call signs in first.',
      signOut,
    ),
  growth: async () => {
    const pairs = await growth()
    const figures = await measure(pairs.flatMap(({ small, large }) => [small, large]))
    const of = (subject: Subject): Figures => figures.find((one) => one.subject === subject) as Figures
    const measured = pairs.map(({ title, small, large }) => ({ title, small: of(small), large: of(large) }))
    return {
      title: 'Growth',
      about:
        'Session check CPU before and after something has grown. The check with several secrets is called as ' +
        'a function, all others over HTTP.',
      lines: growthTable(measured),
    }
  },
  start: () =>
    rows(
      'Cold start',
      'One provider, in a new process each time, from the first import. The memory is the increase after a ' +
        'garbage collection. The baseline is `node:crypto`, which Latchkey loads with the first response, ' +
        'and then a `Request` and a `Response`.',
      coldStart,
    ),
  allocation: () =>
    rows(
      'Memory of a session check',
      'The heap that one call allocates: the median of nine rounds of 400 calls.',
      allocation,
    ),
  load: () =>
    rows(
      'Under load',
      'A session check on a `node:http` server with the `@hono/node-server` adapter, the same for all libraries. ' +
        'autocannon opens 50 connections on the same machine and uses part of its CPU.',
      underLoad,
    ),
  'sign-ins': () =>
    rows(
      'Parallel sign-ins with hashed passwords',
      '200 users sign in at the same time. Two passwords are hashed at a time, with 19 MB each for Argon2id and ' +
        '128 MB for scrypt; 30 wait, and the others receive status 503 with `Retry-After`. Meanwhile, one ' +
        'client checks its session again and again, on the same machine.',
      parallelSignIns,
    ),
  sizes: () =>
    rows(
      'Size',
      'The code that is loaded initially, minified and compressed, without React, Next.js and Node.js. The ' +
        'Auth.js browser client is `next-auth/react`.',
      sizes,
    ),
  types: () =>
    rows(
      'Type checking',
      'An application with three providers and an additional field in the session. With Auth.js, the ' +
        'session type does not follow from the callback.',
      types,
    ),
}

async function calls(title: string, about: string, part: () => Promise<Subject[]>): Promise<Section> {
  const figures = await measure(await part())
  return { title, about, lines: callsTable(figures), bars: toBars(figures) }
}

async function onPostgres(part: () => Promise<Section>): Promise<Section> {
  try {
    return await part()
  } finally {
    await stopPostgres()
  }
}

async function rows(title: string, about: string, part: () => Promise<Row[]>): Promise<Section> {
  return { title, about, lines: rowsTable(await part()) }
}
