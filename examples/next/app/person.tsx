import type { User } from 'latchkey'

/** Name, e-mail address and picture, or a letter where there is no picture. Who came by a mail has no name yet. */
export function Person({ user: { name, email, image } }: { user: User }) {
  return (
    <div className="person">
      {image ? (
        // biome-ignore lint/performance/noImgElement: `next/image` would need the hosts of all providers in its settings.
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
