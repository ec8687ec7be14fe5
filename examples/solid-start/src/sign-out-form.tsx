import { signOutHere } from './actions'

/** The start page is loaded anew afterwards: nothing that was read for this person stays in memory, and the page tells the other tabs. */
export function SignOutForm() {
  return (
    <form action={signOutHere} method="post">
      <button type="submit" class="quiet">
        Sign out
      </button>
    </form>
  )
}
