import { For } from 'solid-js'
import type { readSecurity } from './read'

/** What happened to the account. */
export function Activity(props: Pick<Awaited<ReturnType<typeof readSecurity>>, 'events'>) {
  return (
    <section class="card" aria-labelledby="activity">
      <h2 id="activity">Recent activity</h2>
      <ul class="list">
        <For each={props.events}>
          {({ what, at }) => (
            <li>
              <p>
                <strong>{what}</strong>
                <span>{at}</span>
              </p>
            </li>
          )}
        </For>
      </ul>
    </section>
  )
}
