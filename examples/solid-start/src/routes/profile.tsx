import { Title } from '@solidjs/meta'
import { Show } from 'solid-js'
import { NameForm } from '../name-form'
import { PasskeyButton } from '../passkey-button'
import { Person } from '../person'
import { useSession } from '../session'
import { SignInFirst } from '../sign-in-first'
import { SignOutForm } from '../sign-out-form'

/** No middleware guards this page. It follows the session: what another tab changes, signing out included, shows here at once. */
export default function Profile() {
  const session = useSession()
  return (
    <>
      <Title>Your profile · Latchkey example</Title>
      <Show when={session().data?.user} fallback={<SignInFirst callbackUrl="/profile" />}>
        {(user) => (
          <section class="card wide" aria-labelledby="profile">
            <h1 id="profile">Your profile</h1>
            <Person user={user()} />
            <NameForm />
            <PasskeyButton action="register" />
            <SignOutForm />
          </section>
        )}
      </Show>
    </>
  )
}
