import 'server-only'
import { AuthError } from 'latchkey/solid-start'
import { latchkey } from './auth.ts'

/** Returns the id of the user and, with `minValid`, an access token. */
export async function describeUser(minValid: string | null | undefined) {
  const user = await latchkey().currentUser()
  if (!user) return null
  if (!minValid) return { id: user.id }
  try {
    const { accessToken } = await user.tokens('playground', { minValid: Number(minValid) })
    return { id: user.id, accessToken }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return { id: user.id, error: error.type, message: error.message }
  }
}
