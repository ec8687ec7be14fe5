import { AuthError, type CurrentUser, type TokensOptions } from 'latchkey/next'
import { currentUser } from './auth'

/** Returns the id of a user and, with `minValid` in the query, an access token. */
export async function describeUser(user: CurrentUser | null, query: URLSearchParams) {
  if (!user) return null
  if (!query.has('minValid')) return { id: user.id }
  const options: TokensOptions = { minValid: Number(query.get('minValid')) }
  try {
    const { accessToken } = await user.tokens('playground', options)
    return { id: user.id, accessToken }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return { id: user.id, error: error.type }
  }
}

/** Shows the user as JSON for the tests. */
export async function CurrentUserShown({ query }: { query: URLSearchParams }) {
  return <pre>{JSON.stringify(await describeUser(await currentUser(), query))}</pre>
}
