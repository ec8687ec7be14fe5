'use client'

import { signOut } from 'latchkey/react'
import { signOutHere } from '@/app/actions'

/** Without JavaScript the server action signs out; with it the browser does, which tells the other tabs. */
export function SignOutForm() {
  return (
    <form
      action={signOutHere}
      onSubmit={(event) => {
        event.preventDefault()
        signOut({ redirectTo: '/' })
      }}
    >
      <button type="submit" className="quiet">
        Sign out
      </button>
    </form>
  )
}
