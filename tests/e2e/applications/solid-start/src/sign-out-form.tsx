import { signOutAction } from './actions'

/**
 * The home page is loaded again afterwards: no data of the user stays in memory, and the page
 * notifies the other tabs.
 */
export function SignOutForm() {
  return (
    <form action={signOutAction} method="post">
      <button type="submit" class="quiet">
        Sign out
      </button>
    </form>
  )
}
