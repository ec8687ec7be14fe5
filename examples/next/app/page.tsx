import Link from 'next/link'
import { signInWithPlayground } from '@/app/actions'
import { Door } from '@/app/door'
import { LinkForm } from '@/app/link-form'
import { PasskeyButton } from '@/app/passkey-button'
import { PasswordForm } from '@/app/password-form'
import { Person } from '@/app/person'
import { SignOutForm } from '@/app/sign-out-form'
import { auth } from '@/auth'

/** Waits for the session and sends whole HTML. Content that is streamed in later stays hidden without JavaScript. */
export const instant = false

export default async function Home({ searchParams }: PageProps<'/'>) {
  const user = (await auth())?.user
  const isWrong = 'wrong-password' in (await searchParams)
  return (
    <>
      <div className="hero">
        <div className="welcome">
          <Door isOpen={user !== undefined} />
          <h1>{user ? `Welcome, ${user.name ?? user.email}` : 'Sign in to open the door'}</h1>
          <p>
            A provider, passkeys, links by mail, a password, and pages behind them: a Next.js application that
            Latchkey guards.
          </p>
        </div>
        {user ? (
          <section className="card" aria-labelledby="who">
            <h2 id="who">You are signed in</h2>
            <Person user={user} />
            <Link className="button" href="/account">
              Open your account
            </Link>
            <SignOutForm />
          </section>
        ) : (
          <section className="card" aria-labelledby="ways">
            <h2 id="ways">You are signed out</h2>
            <form action={signInWithPlayground}>
              <button type="submit">Sign in with Playground ID</button>
            </form>
            <PasskeyButton action="authenticate" />
            <p className="or">or by mail</p>
            <LinkForm />
            <p className="or">or with a password</p>
            <PasswordForm isWrong={isWrong} />
          </section>
        )}
      </div>
      <ReadTheCode />
    </>
  )
}

function ReadTheCode() {
  return (
    <section aria-labelledby="code">
      <h2 id="code">Read the code</h2>
      <dl className="files">
        <div>
          <dt>auth.ts</dt>
          <dd>Who can sign in and how: the whole configuration.</dd>
        </div>
        <div>
          <dt>database.ts</dt>
          <dd>Where people, sessions and passkeys are kept: one file.</dd>
        </div>
        <div>
          <dt>app/api/auth/[...latchkey]/route.ts</dt>
          <dd>Where the library answers: its pages, the way back from a provider, the session.</dd>
        </div>
        <div>
          <dt>proxy.ts</dt>
          <dd>Sends strangers from the protected page to the sign-in page, and back afterwards.</dd>
        </div>
        <div>
          <dt>app/actions.ts</dt>
          <dd>Sign in, sign out, and say what went wrong.</dd>
        </div>
        <div>
          <dt>app/profile/profile.tsx</dt>
          <dd>The session in the browser: in step with the server and the other tabs.</dd>
        </div>
      </dl>
    </section>
  )
}
