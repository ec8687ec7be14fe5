/** The name and messages of Auth.js, so that open tabs with its client are synchronized too. */
const CHANNEL_NAME = 'next-auth'

/**
 * Sends and receives the message that the session may have changed, to and from other tabs. Does
 * nothing without `BroadcastChannel`.
 */
export interface SessionChannel {
  /** Calls `onChange` for each message. @returns a function that stops it */
  listen(onChange: () => void): () => void
  post(trigger: 'getSession' | 'signout'): void
}

/** Creates the channel of a page. */
export function createSessionChannel(): SessionChannel {
  let listening: BroadcastChannel | undefined
  return {
    listen(onChange) {
      const channel = open()
      channel?.addEventListener('message', ({ data }) => {
        if (data?.event === 'session') onChange()
      })
      listening = channel
      return () => {
        channel?.close()
        listening = undefined
      }
    },
    post(trigger) {
      // A channel does not receive its own messages. This page has the session already.
      const channel = listening ?? open()
      channel?.postMessage({ event: 'session', data: { trigger } })
      if (channel !== listening) channel?.close()
    },
  }
}

function open(): BroadcastChannel | undefined {
  // On a server, it would reach the requests of other users and keep the process alive.
  const isPage = typeof window !== 'undefined' && typeof BroadcastChannel !== 'undefined'
  return isPage ? new BroadcastChannel(CHANNEL_NAME) : undefined
}
