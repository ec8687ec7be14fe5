import { connection } from 'next/server.js'
import * as React from 'react'
import type { Caller } from '../arrive.ts'
import type { Auth, SessionAnswer } from '../auth.ts'
import type { DefaultSession } from '../contract.ts'
import { BadRequest, UntrustedHost } from '../errors.ts'
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

const nobody: SessionAnswer<never> = { session: null, cookies: [] }

/**
 * With a configuration or address that cannot be used nobody is signed in; the log has the reason.
 * A session that could not be found out is no answer at all: that error goes on.
 */
export async function readOrNobody<S extends DefaultSession>(auth: Auth<S>, caller: Caller): Promise<SessionAnswer<S>> {
  try {
    return await auth.session(caller)
  } catch (error) {
    if (auth.config.isProblem(error) || error instanceof UntrustedHost || error instanceof BadRequest) return nobody
    throw error
  }
}
