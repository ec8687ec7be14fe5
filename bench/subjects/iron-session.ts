import { sealData, unsealData } from 'iron-session'
import { ANN, OTHER_COOKIES, SECRET } from './people.ts'

const COOKIE = 'session'

/** Reads what iron-session keeps in a cookie. It has no sign-in, so it takes part in the session check alone. */
export async function ironSession(): Promise<() => Promise<unknown>> {
  const sealed = await sealData({ user: ANN }, { password: SECRET })
  const headers = new Headers({ cookie: `${OTHER_COOKIES}; ${COOKIE}=${sealed}` })
  return async () => {
    const [, value = ''] = /(?:^|; )session=([^;]*)/.exec(headers.get('cookie') ?? '') ?? []
    return unsealData(value, { password: SECRET })
  }
}
