/** Name and messages are those of Auth.js, so that tabs that still have its client stay in step. */
const CHANNEL = 'next-auth'

/** Tells the other tabs that the session may be another one, and hears it from them. Does nothing where tabs cannot talk. @internal */
export interface News {
  /** @returns how to stop */
  listen(onNews: () => void): () => void
  tell(trigger: 'getSession' | 'signout'): void
}

export function createNews(): News {
  let ear: BroadcastChannel | undefined
  return {
    listen(onNews) {
      const channel = open()
      channel?.addEventListener('message', ({ data }) => {
        if (data?.event === 'session') onNews()
      })
      ear = channel
      return () => {
        channel?.close()
        ear = undefined
      }
    },
    tell(trigger) {
      // What listens here does not hear what is said through it: this page knows already.
      const channel = ear ?? open()
      channel?.postMessage({ event: 'session', data: { trigger } })
      if (channel !== ear) channel?.close()
    },
  }
}

function open(): BroadcastChannel | undefined {
  // On a server it would reach other people's requests, and keep the process alive.
  const isPage = typeof window !== 'undefined' && typeof BroadcastChannel !== 'undefined'
  return isPage ? new BroadcastChannel(CHANNEL) : undefined
}
