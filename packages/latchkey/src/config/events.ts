import { orElse } from '../async/awaitable.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import type { Awaitable } from '../types/basics.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'

type Listeners = ResolvedAuth['events']

/** Wraps the application's listeners: a listener's error is logged and has no other effect. */
export function resolveEvents({ events = {} }: AuthConfig, logger: LoggerInstance): Listeners {
  const wrap =
    <E extends keyof Listeners>(name: E) =>
    (message: Parameters<NonNullable<Listeners[E]>>[0]): Awaitable<unknown> =>
      // `session` is called with each request: avoids a promise if there is no listener.
      orElse(
        () => (events[name] as ((message: unknown) => unknown) | undefined)?.call(events, message),
        async (thrown) => (await import('./event-error.ts')).logListenerError(logger, name, thrown),
      )
  return {
    createUser: wrap('createUser'),
    updateUser: wrap('updateUser'),
    linkAccount: wrap('linkAccount'),
    signIn: wrap('signIn'),
    signOut: wrap('signOut'),
    session: wrap('session'),
    security: events.security && wrap('security'),
  } as Listeners
}
