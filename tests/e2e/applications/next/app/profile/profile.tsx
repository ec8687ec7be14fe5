'use client'

import { useSession } from 'latchkey/react'
import { PasskeyButton } from '@/app/passkey-button'
import { NameForm } from '@/app/profile/name-form'
import { SignInRequired } from '@/app/sign-in-required'
import { SignOutForm } from '@/app/sign-out-form'
import { UserBadge } from '@/app/user-badge'

/** Follows the session: changes in another tab, including sign-out, appear immediately. */
export function Profile() {
  const { data: session } = useSession()
  if (!session?.user) return <SignInRequired callbackUrl="/profile" />
  return (
    <section className="card wide" aria-labelledby="profile">
      <h1 id="profile">Your profile</h1>
      <UserBadge user={session.user} />
      <NameForm />
      <PasskeyButton action="register" />
      <SignOutForm />
    </section>
  )
}
