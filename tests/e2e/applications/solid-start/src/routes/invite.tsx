import { Title } from '@solidjs/meta'
import { createAsync, useSearchParams } from '@solidjs/router'
import { Show } from 'solid-js'
import { invite } from '../actions'
import { getInviter } from '../queries'

/** The query leads signed-out users to the sign-in page. The action also asks for a recent sign-in. */
export default function Invite() {
  const [search] = useSearchParams()
  const inviter = createAsync(() => getInviter(), { deferStream: true })
  return (
    <>
      <Title>Invite a friend · Latchkey example</Title>
      <Show when={inviter()}>
        <section class="card wide" aria-labelledby="invite">
          <h1 id="invite">Invite a friend</h1>
          <p role="status">{search.sent && `Invitation ${search.count} was sent to ${search.sent}.`}</p>
          <form action={invite} method="post">
            <label>
              Address of your friend
              <input name="friend" type="email" required />
            </label>
            <button type="submit">Invite</button>
          </form>
        </section>
      </Show>
    </>
  )
}
