import { Show } from 'solid-js'
import { signInWithPlayground } from '../actions'
import { Door } from '../door'
import { LinkForm } from '../link-form'
import { PasskeyButton } from '../passkey-button'
import { PasswordForm } from '../password-form'
import { Person } from '../person'
import { useSession } from '../session'
import { SignOutForm } from '../sign-out-form'

export default function Home() {
  const session = useSession()
  const user = () => session().data?.user
  return (
    <>
      <div class="hero">
        <div class="welcome">
          <Door isOpen={user() !== undefined} />
          <h1>{user() ? `Welcome, ${user()?.name ?? user()?.email}` : 'Sign in to open the door'}</h1>
          <p>
            A provider, passkeys, links by mail, a password, and pages behind them: a SolidStart application
            that Latchkey guards.
          </p>
        </div>
        <Show when={user()} fallback={<WaysIn />}>
          {(user) => (
            <section class="card" aria-labelledby="who">
              <h2 id="who">You are signed in</h2>
              <Person user={user()} />
              <a class="button" href="/account">
                Open your account
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

function WaysIn() {
  return (
    <section class="card" aria-labelledby="ways">
      <h2 id="ways">You are signed out</h2>
      <form action={signInWithPlayground} method="post">
        <button type="submit">Sign in with Playground ID</button>
      </form>
      <PasskeyButton action="authenticate" />
      <p class="or">or by mail</p>
      <LinkForm />
      <p class="or">or with a password</p>
      <PasswordForm />
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
          <dd>Who can sign in and how: the whole configuration.</dd>
        </div>
        <div>
          <dt>src/database.ts</dt>
          <dd>Where people, sessions and passkeys are kept: one file.</dd>
        </div>
        <div>
          <dt>src/routes/api/auth/[...latchkey].ts</dt>
          <dd>Where the library answers: its pages, the way back from a provider, the session.</dd>
        </div>
        <div>
          <dt>src/middleware/index.ts</dt>
          <dd>Sends strangers from the protected page to the sign-in page, and back afterwards.</dd>
        </div>
        <div>
          <dt>src/actions.ts</dt>
          <dd>Sign in, sign out, and say what went wrong.</dd>
        </div>
        <div>
          <dt>src/session.tsx</dt>
          <dd>The session in the browser: in step with the server and the other tabs.</dd>
        </div>
      </dl>
    </section>
  )
}
