import { signOutHere } from '@/app/actions'

export function SignOutForm() {
  return (
    <form action={signOutHere}>
      <button type="submit" className="quiet">
        Sign out
      </button>
    </form>
  )
}
