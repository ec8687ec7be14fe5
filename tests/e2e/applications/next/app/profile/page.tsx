import type { Metadata } from 'next'
import { Profile } from '@/app/profile/profile'
import { SignInRequired } from '@/app/sign-in-required'
import { auth } from '@/auth'

export const metadata: Metadata = { title: 'Your profile' }
export const instant = false

/** The proxy does not match this page, so it checks the session itself. */
export default async function ProfilePage() {
  return (await auth()) ? <Profile /> : <SignInRequired callbackUrl="/profile" />
}
