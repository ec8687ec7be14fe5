import { signOutHere } from '@/app/actions'

/** The layout is rendered again without a session then, and `SessionProvider` tells the other tabs. */
export function SignOutForm() {
  return (
    <form action={signOutHere}>
      <button type="submit" className="quiet">
        Sign out
      </button>
    </form>
  )
}
