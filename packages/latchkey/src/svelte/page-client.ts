import { PageClient } from '../client/client.ts'

/** What holds unless `createSession` or `configure` says otherwise. An integration with a path of its own changes it when it is loaded. */
export const defaults: { basePath: string } = { basePath: '/auth' }

/** The one client of a page, for the functions that are imported and not made. */
export const pageClient: PageClient = new PageClient({
  get basePath() {
    return defaults.basePath
  },
})
