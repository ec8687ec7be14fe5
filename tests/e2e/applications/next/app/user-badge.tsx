import type { User } from 'latchkey'

/**
 * Shows name, e-mail address and picture of a user, or an initial without a picture. Users of an
 * e-mail link have no name at first.
 */
export function UserBadge({ user: { name, email, image } }: { user: User }) {
  return (
    <div className="user-badge">
      {image ? (
        // biome-ignore lint/performance/noImgElement: `next/image` needs the hosts of all providers.
        <img src={image} alt="" width={56} height={56} referrerPolicy="no-referrer" />
      ) : (
        <span className="initial" aria-hidden="true">
          {(name ?? email)?.slice(0, 1).toUpperCase()}
        </span>
      )}
      <p>
        {name && <strong>{name}</strong>}
        <span>{email}</span>
      </p>
    </div>
  )
}
