import { auth } from '../auth'

/** The session as JSON, where a test finds it. */
export async function Session() {
  return <pre>{JSON.stringify(await auth())}</pre>
}
