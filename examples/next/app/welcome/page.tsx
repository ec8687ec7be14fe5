import type { Metadata } from 'next'
import { nameMyself } from '@/app/actions'
import { SignInFirst } from '@/app/sign-in-first'
import { auth } from '@/auth'

export const metadata: Metadata = { title: 'Welcome' }
export const instant = false

/** `pages.newUser`: where the first sign-in of somebody new leads. Who came by a link in a mail has no name yet. */
export default async function Welcome({ searchParams }: PageProps<'/welcome'>) {
  const session = await auth()
  if (!session?.user) return <SignInFirst callbackUrl="/" />
  const { callbackUrl } = await searchParams
  return (
    <section className="card wide" aria-labelledby="welcome">
      <h1 id="welcome">Welcome</h1>
      <p>You are here for the first time. How may we call you?</p>
      <form action={nameMyself}>
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <label>
          Display name
          <input
            name="name"
            autoComplete="name"
            required
            maxLength={60}
            defaultValue={session.user.name ?? ''}
          />
        </label>
        <button type="submit">Go on</button>
      </form>
    </section>
  )
}
