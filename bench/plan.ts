import { type Figures, measure } from './measure.ts'
import { credentials, oauthRedirect, oauthSignIn, signOut } from './parts/flows.ts'
import { growth } from './parts/growth.ts'
import { allocation, coldStart, type Row, underLoad } from './parts/processes.ts'
import { asFunction, overHttp, withDatabase } from './parts/session.ts'
import { sizes, types } from './parts/sizes.ts'
import { barsOf, callsTable, growthTable, rowsTable, type Section } from './report.ts'
import type { Subject } from './subjects/subject.ts'

/** What is measured, in this order. The names can be given: `npm run bench -- session http`. */
export const PARTS: Readonly<Record<string, () => Promise<Section>>> = {
  session: () =>
    calls(
      'A session check over HTTP',
      'A `Request` with a cookie to a `Response` with the session as JSON. Sessions are in the cookie, except where SQLite is named. Of ours each call is about another of 20,000 sessions, so that none is remembered, unless it is the same again.',
      overHttp,
    ),
  function: () =>
    calls(
      'A session check as a function',
      'As pages, hooks and middleware call it: headers to the session. `getToken` reads the token and asks no callback.',
      asFunction,
    ),
  database: () =>
    calls(
      'A session check with a database',
      'Over HTTP, with sessions in SQLite (`node:sqlite`, in memory). Auth.js and Latchkey have the same adapter.',
      withDatabase,
    ),
  credentials: () =>
    calls(
      'A sign-in with a password',
      'By a form. The password is compared, not hashed; better-auth keeps its sessions in SQLite.',
      credentials,
    ),
  redirect: () =>
    calls(
      'From the button to the provider',
      'The request that leads to GitHub, with all that is kept until the answer.',
      oauthRedirect,
    ),
  oauth: () =>
    calls(
      'A whole sign-in with a provider',
      'To GitHub, and back with a code to a session. GitHub answers at once.',
      oauthSignIn,
    ),
  signout: () =>
    calls(
      'A sign-in and the sign-out',
      'By forms: a session can be ended once, so each is begun before.',
      signOut,
    ),
  growth: async () => {
    const pairs = await growth()
    const figures = await measure(pairs.flatMap(({ small, large }) => [small, large]))
    const of = (subject: Subject): Figures => figures.find((one) => one.subject === subject) as Figures
    const measured = pairs.map(({ title, small, large }) => ({ title, small: of(small), large: of(large) }))
    return {
      title: 'What grows',
      about: 'CPU of a session check, before and after. With secrets as a function, else over HTTP.',
      lines: growthTable(measured),
    }
  },
  start: () =>
    rows(
      'Cold start',
      'One provider, in a process of its own each time, from the first import; the memory is what it added, after a collection. The floor is `node:crypto`, which Latchkey loads with the first answer, then a `Request` and a `Response`.',
      coldStart,
    ),
  allocation: () =>
    rows(
      'Memory of a session check',
      'What one call takes of the heap: the median of nine rounds of 400 calls.',
      allocation,
    ),
  load: () =>
    rows(
      'Under load',
      'A session check over a server of `node:http` by the adapter of `@hono/node-server`, the same for all; 50 connections, by autocannon on the same machine, which takes its share.',
      underLoad,
    ),
  sizes: () =>
    rows(
      'Size',
      'What is loaded at first, minified and compressed. React, Next.js and Node.js itself are not counted. In the browser Auth.js is `next-auth/react`.',
      sizes,
    ),
  types: () =>
    rows(
      'The compiler',
      'An application with three providers and something of its own in the session. Of Auth.js the type of the session does not follow from the callback.',
      types,
    ),
}

async function calls(title: string, about: string, part: () => Promise<Subject[]>): Promise<Section> {
  const figures = await measure(await part())
  return { title, about, lines: callsTable(figures), bars: barsOf(figures) }
}

async function rows(title: string, about: string, part: () => Promise<Row[]>): Promise<Section> {
  return { title, about, lines: rowsTable(await part()) }
}
