import type { Metadata } from 'next'
import { saveName } from '@/app/actions'
import { SignInRequired } from '@/app/sign-in-required'
import { auth } from '@/auth'

export const metadata: Metadata = { title: 'Welcome' }
export const instant = false

/** `pages.newUser`: the page after the first sign-in. Users of an e-mail link have no name yet. */
export default async function Welcome({ searchParams }: PageProps<'/welcome'>) {
  const session = await auth()
  if (!session?.user) return <SignInRequired callbackUrl="/" />
  const { callbackUrl } = await searchParams
  return (
    <section className="card wide" aria-labelledby="welcome">
      <h1 id="welcome">Welcome</h1>
      <p>You have signed in for the first time. What should we call you?</p>
      <form action={saveName}>
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
        <button type="submit">Continue</button>
      </form>
    </section>
  )
}
