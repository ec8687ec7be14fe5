import type { ResolvedAuth } from '../contract/context.ts'
import { asError, EventError } from '../errors.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'

/** The application's listeners. One that throws is logged and changes nothing. */
export function resolveEvents({ events = {} }: AuthConfig, logger: LoggerInstance): ResolvedAuth['events'] {
  async function emit(name: string, listen: () => unknown): Promise<void> {
    try {
      await listen()
    } catch (error) {
      logger.error(
        new EventError(`The event handler \`${name}\` threw. Nothing else was affected.`, {
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
    // The one that comes with each request: nothing is made where nobody listens.
    session: (message) =>
      events.session === undefined ? undefined : emit('session', () => events.session?.(message)),
  }
}
