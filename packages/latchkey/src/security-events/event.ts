import type { Base, ResolvedAuth } from '../contract/context.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { SecurityEvent, SecurityEventFacts } from '../types/security-events.ts'

/** Where an event happened: a request, or server code without one. */
export interface EventContext {
  readonly auth: ResolvedAuth
  readonly headers?: HeaderReader | undefined
  readonly base?: Base | undefined
}

/** An event, to which the request's facts are added. */
export type NewSecurityEvent = SecurityEvent extends infer Event
  ? Event extends SecurityEvent
    ? Omit<Event, keyof SecurityEventFacts> & Pick<Event, 'userId' | 'reference'>
    : never
  : never
