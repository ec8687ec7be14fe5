/**
 * Returns a function that loads a module on its first call and returns the loaded module
 * afterwards.
 *
 * Importing it again on every call would take longer than reading a session. The module is cached
 * only after it was loaded, never its promise: on Cloudflare Workers, a promise cannot be used
 * after the request that created it has ended.
 */
export function loadOnce<M>(load: () => Promise<M>): () => M | Promise<M> {
  let loaded: M | undefined
  return () => {
    if (loaded !== undefined) return loaded
    return load().then((module) => {
      loaded = module
      return module
    })
  }
}
