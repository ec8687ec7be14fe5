import { Title } from '@solidjs/meta'
import { Show } from 'solid-js'
import { NameForm } from '../name-form'
import { PasskeyButton } from '../passkey-button'
import { useSession } from '../session'
import { SignInRequired } from '../sign-in-required'
import { SignOutForm } from '../sign-out-form'
import { UserBadge } from '../user-badge'

/**
 * The middleware does not protect this page. It follows the session: changes in another tab,
 * including sign-out, appear immediately.
 */
export default function Profile() {
  const session = useSession()
  return (
    <>
      <Title>Your profile · Latchkey example</Title>
      <Show when={session().data?.user} fallback={<SignInRequired callbackUrl="/profile" />}>
        {(user) => (
          <section class="card wide" aria-labelledby="profile">
            <h1 id="profile">Your profile</h1>
            <UserBadge user={user()} />
            <NameForm />
            <PasskeyButton action="register" />
            <SignOutForm />
          </section>
        )}
      </Show>
    </>
  )
}
