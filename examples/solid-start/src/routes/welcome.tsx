import { Title } from '@solidjs/meta'
import { useSearchParams } from '@solidjs/router'
import { Show } from 'solid-js'
import { nameMyself } from '../actions'
import { useSession } from '../session'
import { SignInFirst } from '../sign-in-first'

/** `pages.newUser`: where the first sign-in of somebody new leads. Who came by a link in a mail has no name yet. */
export default function Welcome() {
  const session = useSession()
  const [search] = useSearchParams<{ callbackUrl: string }>()
  return (
    <>
      <Title>Welcome · Latchkey example</Title>
      <Show when={session().data?.user} fallback={<SignInFirst callbackUrl="/" />}>
        {(user) => (
          <section class="card wide" aria-labelledby="welcome">
            <h1 id="welcome">Welcome</h1>
            <p>You are here for the first time. How may we call you?</p>
            <form action={nameMyself} method="post">
              <input type="hidden" name="callbackUrl" value={search.callbackUrl ?? ''} />
              <label>
                Display name
                <input name="name" autocomplete="name" required maxlength={60} value={user().name ?? ''} />
              </label>
              <button type="submit">Go on</button>
            </form>
          </section>
        )}
      </Show>
    </>
  )
}
