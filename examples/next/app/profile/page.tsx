import type { Metadata } from 'next'
import { Profile } from '@/app/profile/profile'
import { SignInFirst } from '@/app/sign-in-first'
import { auth } from '@/auth'

export const metadata: Metadata = { title: 'Your profile' }
export const instant = false

/** No proxy guards this page: it asks by itself who is there. */
export default async function ProfilePage() {
  return (await auth()) ? <Profile /> : <SignInFirst callbackUrl="/profile" />
}
