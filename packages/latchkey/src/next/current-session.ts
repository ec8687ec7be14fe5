import { connection } from 'next/server.js'
import * as React from 'react'
import { readOrNobody } from '../read-or-nobody.ts'
import type { DefaultSession } from '../types/session.ts'
import { currentCaller } from './caller.ts'
import type { AuthOf } from './config.ts'

/** Where React has none, as that of older Pages Routers, nothing renders on the server that would ask twice. */
const cache = React.cache ?? (<F>(read: F): F => read)

/** Reads the session of the current request, once for all of its server components. Never writes: components cannot. */
export function currentSession<S extends DefaultSession>(authFor: AuthOf<S>): () => Promise<S | null> {
  return cache(async () => {
    const caller = await currentCaller(false)
    // Whether a session is over depends on the time of a visit: it is not read for a page that is rendered in advance.
    await connection()
    const { auth } = await authFor(undefined)
    return (await readOrNobody(auth, caller)).session
  })
}
