import { signOutAction } from '@/app/actions'

/**
 * The layout is rendered again without a session, and `SessionProvider` notifies the other tabs.
 */
export function SignOutForm() {
  return (
    <form action={signOutAction}>
      <button type="submit" className="quiet">
        Sign out
      </button>
    </form>
  )
}
