import type { JSX } from 'preact'
import type { VerifyPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'

/** Asks for the code of an authenticator app, or for a recovery code. */
export function Verify({ page, texts }: { readonly page: VerifyPage; readonly texts: Texts }): JSX.Element {
  const { methods, trustDays } = page.asksFor
  const words = texts.verify
  const input = {
    label: words.code,
    type: 'text',
    autocomplete: 'one-time-code',
    inputmode: methods.includes('recoveryCode') ? 'text' : 'numeric',
    autofocus: true,
    dir: 'ltr',
  } as const
  return (
    <>
      <h1>{words.title}</h1>
      <p>{methods.includes('totp') ? words.totp : words.recoveryCode}</p>
      {page.error !== undefined && (
        <p class="error" role="alert">
          {words.failed}
        </p>
      )}
      <form method="post" action={page.action}>
        {page.csrfToken && <input type="hidden" name="csrfToken" value={page.csrfToken} />}
        <Field name="code" input={input} />
        {methods.includes('totp') && methods.includes('recoveryCode') && <p>{words.orRecoveryCode}</p>}
        {trustDays !== undefined && (
          <label class="check">
            <input type="checkbox" name="trustDevice" value="yes" />
            {words.trustDevice(String(trustDays))}
          </label>
        )}
        <button type="submit">{words.button}</button>
      </form>
    </>
  )
}
