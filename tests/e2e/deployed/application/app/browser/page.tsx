'use client'

import { SessionProvider, signIn, useSession } from 'latchkey/react'

export default function BrowserPage() {
  return (
    <SessionProvider>
      <Account />
    </SessionProvider>
  )
}

/** Signs in without leaving the page, and shows what the session in the browser is. */
function Account() {
  const { data, status } = useSession()
  return (
    <>
      <p role="status">{[status, data?.user?.name].filter(Boolean).join(': ')}</p>
      <button
        type="button"
        onClick={() => signIn('credentials', { password: 'correct horse', redirect: false })}
      >
        Sign in here
      </button>
    </>
  )
}
