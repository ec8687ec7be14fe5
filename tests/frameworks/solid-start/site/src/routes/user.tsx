import { createAsync, useSearchParams } from '@solidjs/router'
import { getUser, readUser } from '../user.ts'

/** Reads the user in a query of the page, and in an action. */
export default function User() {
  const [search] = useSearchParams<{ minValid: string }>()
  const user = createAsync(() => getUser(search.minValid), { deferStream: true })
  return (
    <>
      <pre>{JSON.stringify(user())}</pre>
      <form action={readUser} method="post">
        <button type="submit">Read user</button>
      </form>
    </>
  )
}
