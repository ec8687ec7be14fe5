import type { Session } from '../types/session.ts'

/** The Auth.js name and messages, so that open tabs with its client are also synchronized. */
const CHANNEL_NAME = 'next-auth'

/** Why a message is sent, and what the session is now; `undefined` if that is not known. */
export interface SessionMessage {
  readonly trigger?: 'getSession' | 'signout'
  /** A digest of the session, from `hashSession`. */
  readonly digest?: number | undefined
}

/**
 * Sends and receives the message that the session may have changed, to and from other tabs. Does
 * nothing without `BroadcastChannel`.
 */
export interface SessionChannel {
  /** Calls `onChange` for each message. @returns a function that stops it */
  listen(onChange: (message: SessionMessage) => void): () => void
  /** Tabs that show the same `session` ignore the message. Without `session`, all tabs read it. */
  post(trigger: 'getSession' | 'signout', session?: Session | null): void
}

/** Creates a page's channel. */
export function createSessionChannel(): SessionChannel {
  let listening: BroadcastChannel | undefined
  return {
    listen(onChange) {
      const channel = open()
      channel?.addEventListener('message', ({ data }) => {
        if (data?.event === 'session') onChange(data.data ?? {})
      })
      listening = channel
      return () => {
        channel?.close()
        listening = undefined
      }
    },
    post(trigger, session) {
      // A channel does not receive its own messages. This page has the session already.
      const channel = listening ?? open()
      channel?.postMessage({ event: 'session', data: { trigger, digest: hashSession(session) } })
      if (channel !== listening) channel?.close()
    },
  }
}

/**
 * Returns a number that differs for sessions with different content; `undefined` for an unknown
 * session. A message contains it instead of the session, which may have secrets.
 */
export function hashSession(session: Session | null | undefined): number | undefined {
  if (session === undefined) return undefined
  let digest = 0
  // Some servers return another `expires` for each read.
  for (const character of JSON.stringify(session && { ...session, expires: 0 }))
    digest = (digest * 31 + Number(character.codePointAt(0))) | 0
  return digest
}

function open(): BroadcastChannel | undefined {
  // On a server, it would reach the requests of other users and keep the process alive.
  const isPage = typeof window !== 'undefined' && typeof BroadcastChannel !== 'undefined'
  return isPage ? new BroadcastChannel(CHANNEL_NAME) : undefined
}
