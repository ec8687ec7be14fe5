import type { User } from 'latchkey'
import { Show } from 'solid-js'

/**
 * Shows name, e-mail address and picture of a user, or an initial without a picture. Users of an
 * e-mail link have no name at first.
 */
export function UserBadge(props: { user: User }) {
  const initial = () => (props.user.name ?? props.user.email)?.slice(0, 1).toUpperCase()
  return (
    <div class="user-badge">
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
