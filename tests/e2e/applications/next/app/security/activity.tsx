import type { readSecurity } from '@/security'

/** What happened to the account. */
export function Activity({ events }: Pick<Awaited<ReturnType<typeof readSecurity>>, 'events'>) {
  return (
    <section className="card" aria-labelledby="activity">
      <h2 id="activity">Recent activity</h2>
      <ul className="list">
        {events.map(({ what, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change in the browser.
          <li key={index}>
            <p>
              <strong>{what}</strong>
              <span>{at}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
