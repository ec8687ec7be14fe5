import type { JSX } from 'preact'
import type { RecoveryCodesPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'

/** Shows new recovery codes, or how few are left, and leads on. */
export function RecoveryCodes({
  page: { recoveryCodes = [], recoveryCodesLeft, continueUrl },
  texts: { recoveryCodes: words },
}: {
  readonly page: RecoveryCodesPage
  readonly texts: Texts
}): JSX.Element {
  const isNew = recoveryCodes.length > 0
  return (
    <>
      <h1>{words.title}</h1>
      <p>{isNew ? words.keep : words.left(String(recoveryCodesLeft ?? 0))}</p>
      {isNew && (
        <ul class="codes" dir="ltr">
          {recoveryCodes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
      <a class="button" href={continueUrl}>
        {words.button}
      </a>
    </>
  )
}
