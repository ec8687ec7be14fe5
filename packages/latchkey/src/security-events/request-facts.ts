import { asError } from '../errors/auth-error.ts'
import { toNetwork } from '../security/client-network.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { EventContext } from './event.ts'

const MAX_USER_AGENT_LENGTH = 512
const MAX_ADDRESS_LENGTH = 64

/** What is known of a request's client. */
export interface RequestFacts {
  readonly ip: string | undefined
  readonly userAgent: string | undefined
}

/** A function of the application that throws must not fail what the user does. */
function readAddress({ limits, logger }: EventContext['auth'], headers: HeaderReader): unknown {
  try {
    return limits.given?.clientAddress?.(headers)
  } catch (error) {
    logger.error(asError(error))
    return undefined
  }
}

/** Returns a request's client address, if the application says where it is, and its `User-Agent`. */
export function requestFacts({ auth, headers }: EventContext): RequestFacts {
  const address = headers && readAddress(auth, headers)
  const ip = typeof address === 'string' && toNetwork(address) ? address.trim() : undefined
  return {
    ip: ip?.slice(0, MAX_ADDRESS_LENGTH),
    userAgent: headers?.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) || undefined,
  }
}
