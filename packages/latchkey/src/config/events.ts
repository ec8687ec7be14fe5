import type { ResolvedAuth } from '../contract/context.ts'
import { asError } from '../errors/auth-error.ts'
import { EventError } from '../errors/callbacks.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'

/** Wraps the application's listeners: a listener's error is logged and has no other effect. */
export function resolveEvents({ events = {} }: AuthConfig, logger: LoggerInstance): ResolvedAuth['events'] {
  async function emit(name: string, listen: () => unknown): Promise<void> {
    try {
      await listen()
    } catch (error) {
      logger.error(
        new EventError(`\`events.${name}\` threw. Catch the error in the listener.`, {
          cause: { err: asError(error), event: name },
        }),
      )
    }
  }
  return {
    createUser: (message) => emit('createUser', () => events.createUser?.(message)),
    updateUser: (message) => emit('updateUser', () => events.updateUser?.(message)),
    linkAccount: (message) => emit('linkAccount', () => events.linkAccount?.(message)),
    signIn: (message) => emit('signIn', () => events.signIn?.(message)),
    signOut: (message) => emit('signOut', () => events.signOut?.(message)),
    // Called with each request: avoids a promise if there is no listener.
    session: (message) =>
      events.session === undefined ? undefined : emit('session', () => events.session?.(message)),
  }
}
