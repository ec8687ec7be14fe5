/**
 * A part of the library that is loaded with its first use and kept: to ask the loader each time takes longer than to read a session. Kept once it
 * is there, never while it is under way: on Workers a promise ends with the request that made it.
 */
export function loadOnce<M>(load: () => Promise<M>): () => M | Promise<M> {
  let loaded: M | undefined
  return () => {
    if (loaded !== undefined) return loaded
    return load().then((part) => {
      loaded = part
      return part
    })
  }
}
