'use client'

import { useActionState } from 'react'
import { newRecoveryCodes } from '@/app/security/actions'

/**
 * Replaces the recovery codes, and shows the new ones once. Only with JavaScript: without it, the page
 * does not get what the action returns.
 */
export function RecoveryCodes() {
  const [codes, replace] = useActionState(newRecoveryCodes, [])
  return (
    <form action={replace} className="needs-script">
      {codes.length > 0 && (
        <>
          <p>Keep these codes in a safe place. They are shown only now, and the old ones no longer work.</p>
          <ul className="list" aria-label="New recovery codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <button type="submit" className="quiet">
        New recovery codes
      </button>
    </form>
  )
}
