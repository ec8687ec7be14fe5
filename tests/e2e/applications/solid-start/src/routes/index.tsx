import { Show } from 'solid-js'
import { signInWithPlayground } from '../actions'
import { Illustration } from '../illustration'
import { LinkForm } from '../link-form'
import { PasskeyButton } from '../passkey-button'
import { PasswordForm } from '../password-form'
import { useSession } from '../session'
import { SignOutForm } from '../sign-out-form'
import { UserBadge } from '../user-badge'

export default function Home() {
  const session = useSession()
  const user = () => session().data?.user
  return (
    <>
      <div class="hero">
        <div class="welcome">
          <Illustration isSignedIn={user() !== undefined} />
          <h1>{user() ? `Welcome, ${user()?.name ?? user()?.email}` : 'Sign in to your account'}</h1>
          <p>
            A SolidStart application with Latchkey: sign in with a provider, a passkey, an e-mail link or a
            password to view its protected pages.
          </p>
        </div>
        <Show when={user()} fallback={<SignInOptions />}>
          {(user) => (
            <section class="card" aria-labelledby="signed-in">
              <h2 id="signed-in">You are signed in</h2>
              <UserBadge user={user()} />
              <a class="button" href="/account">
                View your account
              </a>
              <SignOutForm />
            </section>
          )}
        </Show>
      </div>
      <ReadTheCode />
    </>
  )
}

function SignInOptions() {
  return (
    <section class="card" aria-labelledby="signed-out">
      <h2 id="signed-out">You are signed out</h2>
      <form action={signInWithPlayground} method="post">
        <button type="submit">Sign in with Playground ID</button>
      </form>
      <PasskeyButton action="authenticate" />
      <p class="or">or by e-mail</p>
      <LinkForm />
      <p class="or">or with a password</p>
      <PasswordForm />
      <p class="links">
        <a href="/api/auth/signup" rel="external">
          Create an account
        </a>
        <a href="/api/auth/reset" rel="external">
          Forgot your password?
        </a>
      </p>
    </section>
  )
}

function ReadTheCode() {
  return (
    <section aria-labelledby="code">
      <h2 id="code">Read the code</h2>
      <dl class="files">
        <div>
          <dt>src/auth.ts</dt>
          <dd>The whole configuration: providers, callbacks and pages.</dd>
        </div>
        <div>
          <dt>src/database.ts</dt>
          <dd>Chooses where users, sessions and passkeys are stored: a SQLite file, PostgreSQL or MySQL.</dd>
        </div>
        <div>
          <dt>src/routes/api/auth/[...latchkey].ts</dt>
          <dd>The endpoints of the library: pages, provider callbacks and the session.</dd>
        </div>
        <div>
          <dt>src/middleware/index.ts</dt>
          <dd>Redirects signed-out users from the protected page to the sign-in page.</dd>
        </div>
        <div>
          <dt>src/actions.ts</dt>
          <dd>Sign in, sign out, and handle errors.</dd>
        </div>
        <div>
          <dt>src/session.tsx</dt>
          <dd>The session in the browser, in sync with the server and other tabs.</dd>
        </div>
        <div>
          <dt>src/security/actions.ts</dt>
          <dd>Two-step sign-in, the list of sessions, and what happened to the account.</dd>
        </div>
      </dl>
    </section>
  )
}
