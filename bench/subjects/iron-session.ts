import { sealData, unsealData } from 'iron-session'
import { ANN, OTHER_COOKIES, SECRET } from './fixtures.ts'

const COOKIE = 'session'

/**
 * Reads an iron-session cookie. iron-session has no sign-in, so it is only part of the session
 * check.
 */
export async function ironSession(): Promise<() => Promise<unknown>> {
  const sealed = await sealData({ user: ANN }, { password: SECRET })
  const headers = new Headers({ cookie: `${OTHER_COOKIES}; ${COOKIE}=${sealed}` })
  return async () => {
    const [, value = ''] = /(?:^|; )session=([^;]*)/.exec(headers.get('cookie') ?? '') ?? []
    return unsealData(value, { password: SECRET })
  }
}
