/** Name and messages are those of Auth.js, so that tabs that still have its client stay in step. */
const CHANNEL_NAME = 'next-auth'

/** Tells the other tabs that the session may be another one, and hears it from them. Does nothing where tabs cannot talk. @internal */
export interface SessionChannel {
  /** @returns how to stop */
  listen(onChange: () => void): () => void
  post(trigger: 'getSession' | 'signout'): void
}

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
      // What listens here does not hear what is said through it: this page knows already.
      const channel = listening ?? open()
      channel?.postMessage({ event: 'session', data: { trigger } })
      if (channel !== listening) channel?.close()
    },
  }
}

function open(): BroadcastChannel | undefined {
  // On a server it would reach other people's requests, and keep the process alive.
  const isPage = typeof window !== 'undefined' && typeof BroadcastChannel !== 'undefined'
  return isPage ? new BroadcastChannel(CHANNEL_NAME) : undefined
}
