import { For, Show } from 'solid-js'
import { endOtherSessions, endSession } from './actions'
import type { readSecurity } from './read'

type Security = Awaited<ReturnType<typeof readSecurity>>

/** Where the user is signed in. */
export function Sessions(props: Pick<Security, 'sessions'>) {
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <ul class="list">
        <For each={props.sessions}>
          {(session) => (
            <li>
              <p>
                <strong>{session.device}</strong>
                <Show when={session.methods}>
                  <span>Signed in with {session.methods}</span>
                </Show>
                <span>Last seen {session.lastSeen}</span>
              </p>
              <Show when={session.isCurrent} fallback={<End {...session} />}>
                <span class="badge">This device</span>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <Show when={props.sessions.length > 1}>
        <form action={endOtherSessions} method="post">
          <button type="submit" class="quiet">
            End all other sessions
          </button>
        </form>
      </Show>
    </section>
  )
}

function End(props: { id: string; device: string }) {
  return (
    <form action={endSession} method="post">
      <input type="hidden" name="id" value={props.id} />
      <button type="submit" class="quiet" aria-label={`End session: ${props.device}`}>
        End
      </button>
    </form>
  )
}
