import { AuthError, type CurrentUser } from 'latchkey/sveltekit'

/** Returns the id of a user and, with `minValid` in the query, an access token. */
export async function describeUser(user: CurrentUser | null, query: URLSearchParams) {
  if (!user) return null
  if (!query.has('minValid')) return { id: user.id }
  try {
    const { accessToken } = await user.tokens('my-idp', { minValid: Number(query.get('minValid')) })
    return { id: user.id, accessToken }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return { id: user.id, error: error.type }
  }
}
