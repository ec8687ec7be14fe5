import { endOtherSessions, endSession } from '@/app/security/actions'
import type { readSecurity } from '@/security'

/** Where the user is signed in. */
export function Sessions({ sessions }: Pick<Awaited<ReturnType<typeof readSecurity>>, 'sessions'>) {
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <ul className="list">
        {sessions.map(({ id, device, methods, lastSeen, isCurrent }) => (
          <li key={id}>
            <p>
              <strong>{device}</strong>
              {methods && <span>Signed in with {methods}</span>}
              <span>Last seen {lastSeen}</span>
            </p>
            {isCurrent ? (
              <span className="badge">This device</span>
            ) : (
              <form action={endSession}>
                <button
                  type="submit"
                  className="quiet"
                  name="id"
                  value={id}
                  aria-label={`End session: ${device}`}
                >
                  End
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form action={endOtherSessions}>
          <button type="submit" className="quiet">
            End all other sessions
          </button>
        </form>
      )}
    </section>
  )
}
