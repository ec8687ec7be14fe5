import { auth } from '../auth'

/** Shows the session as JSON for the tests. */
export async function Session() {
  return <pre>{JSON.stringify(await auth())}</pre>
}
