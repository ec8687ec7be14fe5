import type { Metadata } from 'next'
import Link from 'next/link'
import { Activity } from '@/app/security/activity'
import { SecondFactor } from '@/app/security/second-factor'
import { Sessions } from '@/app/security/sessions'
import { SignInRequired } from '@/app/sign-in-required'
import { currentUser } from '@/auth'
import { readSecurity } from '@/security'

export const metadata: Metadata = { title: 'Security' }
export const instant = false

export default async function Security() {
  const user = await currentUser()
  if (!user) return <SignInRequired callbackUrl="/security" />
  const security = await readSecurity(user)
  return (
    <div className="stack">
      <h1>Security</h1>
      <SecondFactor {...security} />
      <Sessions {...security} />
      <Activity {...security} />
      <p>
        To <Link href="/invite">invite a friend</Link>, you need a recent sign-in.
      </p>
    </div>
  )
}
