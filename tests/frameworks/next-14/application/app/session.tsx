import { auth } from '../auth'

/** Shows the session as JSON. */
export async function ShownSession() {
  return <pre>{JSON.stringify(await auth())}</pre>
}
