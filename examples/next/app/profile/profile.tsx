'use client'

import { useSession } from 'latchkey/react'
import { PasskeyButton } from '@/app/passkey-button'
import { Person } from '@/app/person'
import { NameForm } from '@/app/profile/name-form'
import { SignInFirst } from '@/app/sign-in-first'
import { SignOutForm } from '@/app/sign-out-form'

/** Follows the session: what another tab changes, signing out included, shows here at once. */
export function Profile() {
  const { data: session } = useSession()
  if (!session?.user) return <SignInFirst callbackUrl="/profile" />
  return (
    <section className="card wide" aria-labelledby="profile">
      <h1 id="profile">Your profile</h1>
      <Person user={session.user} />
      <NameForm />
      <PasskeyButton action="register" />
      <SignOutForm />
    </section>
  )
}
