import type { User } from 'latchkey'
import { Show } from 'solid-js'

/** Name, e-mail address and picture, or a letter where there is no picture. Who came by a mail has no name yet. */
export function Person(props: { user: User }) {
  const initial = () => (props.user.name ?? props.user.email)?.slice(0, 1).toUpperCase()
  return (
    <div class="person">
      <Show
        when={props.user.image}
        fallback={
          <span class="initial" aria-hidden="true">
            {initial()}
          </span>
        }
      >
        {(image) => <img src={image()} alt="" width={56} height={56} referrerpolicy="no-referrer" />}
      </Show>
      <p>
        <Show when={props.user.name}>
          <strong>{props.user.name}</strong>
        </Show>
        <span>{props.user.email}</span>
      </p>
    </div>
  )
}
