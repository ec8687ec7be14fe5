import Link from 'next/link'
import { signInWithPlayground } from '@/app/actions'
import { Illustration } from '@/app/illustration'
import { LinkForm } from '@/app/link-form'
import { PasskeyButton } from '@/app/passkey-button'
import { PasswordForm } from '@/app/password-form'
import { SignOutForm } from '@/app/sign-out-form'
import { UserBadge } from '@/app/user-badge'
import { auth } from '@/auth'

/**
 * Waits for the session and sends complete HTML. Content that is streamed later stays hidden
 * without JavaScript.
 */
export const instant = false

export default async function Home({ searchParams }: PageProps<'/'>) {
  const user = (await auth())?.user
  const hasError = 'wrong-password' in (await searchParams)
  return (
    <>
      <div className="hero">
        <div className="welcome">
          <Illustration isSignedIn={user !== undefined} />
          <h1>{user ? `Welcome, ${user.name ?? user.email}` : 'Sign in to your account'}</h1>
          <p>
            A Next.js application with Latchkey: sign in with a provider, a passkey, an e-mail link or a
            password to view its protected pages.
          </p>
        </div>
        {user ? (
          <section className="card" aria-labelledby="signed-in">
            <h2 id="signed-in">You are signed in</h2>
            <UserBadge user={user} />
            <Link className="button" href="/account">
              View your account
            </Link>
            <SignOutForm />
          </section>
        ) : (
          <section className="card" aria-labelledby="signed-out">
            <h2 id="signed-out">You are signed out</h2>
            <form action={signInWithPlayground}>
              <button type="submit">Sign in with Playground ID</button>
            </form>
            <PasskeyButton action="authenticate" />
            <p className="or">or by e-mail</p>
            <LinkForm />
            <p className="or">or with a password</p>
            <PasswordForm hasError={hasError} />
            {/* Not `Link`: these pages are the library's, not the router's. */}
            <p className="links">
              <a href="/api/auth/signup">Create an account</a>
              <a href="/api/auth/reset">Forgot your password?</a>
            </p>
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
          <dd>The whole configuration: providers, callbacks and pages.</dd>
        </div>
        <div>
          <dt>database.ts</dt>
          <dd>Chooses where users, sessions and passkeys are stored: a SQLite file, PostgreSQL or MySQL.</dd>
        </div>
        <div>
          <dt>app/api/auth/[...latchkey]/route.ts</dt>
          <dd>The endpoints of the library: pages, provider callbacks and the session.</dd>
        </div>
        <div>
          <dt>proxy.ts</dt>
          <dd>Redirects signed-out users from the protected page to the sign-in page.</dd>
        </div>
        <div>
          <dt>app/actions.ts</dt>
          <dd>Sign in, sign out, and handle errors.</dd>
        </div>
        <div>
          <dt>app/profile/profile.tsx</dt>
          <dd>The session in the browser, in sync with the server and other tabs.</dd>
        </div>
        <div>
          <dt>app/security/page.tsx</dt>
          <dd>Two-step sign-in, the list of sessions, and what happened to the account.</dd>
        </div>
      </dl>
    </section>
  )
}
