import type { Metadata } from 'next'
import Link from 'next/link'
import { Activity } from '@/app/security/activity'
import { Password } from '@/app/security/password'
import { SecondFactor } from '@/app/security/second-factor'
import { Sessions } from '@/app/security/sessions'
import { SignInRequired } from '@/app/sign-in-required'
import { auth, currentUser } from '@/auth'
import { readSecurity } from '@/security'

export const metadata: Metadata = { title: 'Security' }
export const instant = false

export default async function Security({ searchParams }: PageProps<'/security'>) {
  const user = await currentUser()
  if (!user) return <SignInRequired callbackUrl="/security" />
  const security = await readSecurity(user)
  const email = (await auth())?.user?.email
  const { password } = await searchParams
  return (
    <div className="stack">
      <h1>Security</h1>
      <Password {...security} email={email} result={password} />
      <SecondFactor {...security} />
      <Sessions {...security} />
      <Activity {...security} />
      <p>
        To <Link href="/invite">invite a friend</Link>, you need a recent sign-in.
      </p>
    </div>
  )
}
