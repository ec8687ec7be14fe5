import { Title } from '@solidjs/meta'
import { useSearchParams } from '@solidjs/router'
import { Show } from 'solid-js'
import { saveName } from '../actions'
import { useSession } from '../session'
import { SignInRequired } from '../sign-in-required'

/** `pages.newUser`: the page after the first sign-in. Users of an e-mail link have no name yet. */
export default function Welcome() {
  const session = useSession()
  const [search] = useSearchParams<{ callbackUrl: string }>()
  return (
    <>
      <Title>Welcome · Latchkey example</Title>
      <Show when={session().data?.user} fallback={<SignInRequired callbackUrl="/" />}>
        {(user) => (
          <section class="card wide" aria-labelledby="welcome">
            <h1 id="welcome">Welcome</h1>
            <p>You have signed in for the first time. What should we call you?</p>
            <form action={saveName} method="post">
              <input type="hidden" name="callbackUrl" value={search.callbackUrl ?? ''} />
              <label>
                Display name
                <input name="name" autocomplete="name" required maxlength={60} value={user().name ?? ''} />
              </label>
              <button type="submit">Continue</button>
            </form>
          </section>
        )}
      </Show>
    </>
  )
}
