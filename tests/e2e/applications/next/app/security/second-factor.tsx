import { turnOff, turnOn } from '@/app/security/actions'
import { RecoveryCodes } from '@/app/security/recovery-codes'
import type { readSecurity } from '@/security'

/** Turns the second factor on, on the library's page, and off. */
export function SecondFactor({
  factors,
  recoveryCodesLeft,
}: Pick<Awaited<ReturnType<typeof readSecurity>>, 'factors' | 'recoveryCodesLeft'>) {
  return (
    <section className="card" aria-labelledby="second-factor">
      <h2 id="second-factor">Two-step sign-in</h2>
      {factors.length === 0 ? (
        <form action={turnOn}>
          <p>A code from an authenticator app protects your account, even if someone has your password.</p>
          <button type="submit">Turn on</button>
        </form>
      ) : (
        <>
          <ul className="list">
            {factors.map(({ id, name, added }) => (
              <li key={id}>
                <p>
                  <strong>{name}</strong>
                  <span>Added {added}</span>
                </p>
                <form action={turnOff}>
                  <button type="submit" className="quiet" name="id" value={id}>
                    Turn off
                  </button>
                </form>
              </li>
            ))}
          </ul>
          <p className="hint">Recovery codes left: {recoveryCodesLeft}</p>
          <RecoveryCodes />
        </>
      )}
    </section>
  )
}
