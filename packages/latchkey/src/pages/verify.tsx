import type { JSX } from 'preact'
import type { VerifyPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { passkeyMessages } from './passkey.tsx'

/** Properties of `Verify`, and of its forms. */
export interface VerifyProps {
  readonly page: VerifyPage
  readonly texts: Texts
}

/** Asks for a passkey, for the code of an authenticator app, or for a recovery code. */
export function Verify({ page, texts }: VerifyProps): JSX.Element {
  const { methods } = page.asksFor
  const hasCode = methods.some((method) => method !== 'passkey')
  const { title, stepUp, failed } = texts.verify
  return (
    <>
      <h1>{title}</h1>
      {page.purpose === 'step-up' && <p>{stepUp}</p>}
      {page.error !== undefined && (
        <p class="error" role="alert">
          {hasCode ? failed : texts.webauthn.failed}
        </p>
      )}
      {methods.includes('passkey') && <PasskeyForm page={page} texts={texts} />}
      {methods.includes('passkey') && hasCode && <div class="or">{texts.signIn.or}</div>}
      {hasCode && <CodeForm page={page} texts={texts} />}
    </>
  )
}

function PasskeyForm({ page, texts }: VerifyProps): JSX.Element {
  const attributes = passkeyMessages(texts)
  return (
    <form
      method="post"
      action={page.action}
      data-passkey={page.asksFor.passkeyOptionsUrl}
      data-action="verify"
      {...attributes}
    >
      <CsrfToken page={page} />
      {page.purpose === 'step-up' && <input type="hidden" name="for" value="session" data-form-field="" />}
      <div data-with-script="" hidden>
        <TrustDevice page={page} texts={texts} />
        <button type="submit">{texts.verify.passkey}</button>
        <p class="error" role="alert" />
      </div>
      <p class="error" data-without-script="">
        {texts.webauthn.noScript}
      </p>
    </form>
  )
}

function CodeForm({ page, texts }: VerifyProps): JSX.Element {
  const { methods } = page.asksFor
  const words = texts.verify
  const hasApp = methods.includes('totp')
  const hasRecoveryCodes = methods.includes('recoveryCode')
  const input = {
    label: words.code,
    type: 'text',
    autocomplete: 'one-time-code',
    inputmode: hasRecoveryCodes ? 'text' : 'numeric',
    autofocus: !methods.includes('passkey'),
    dir: 'ltr',
  } as const
  return (
    <form method="post" action={page.action}>
      <CsrfToken page={page} />
      <p>
        {[hasApp && words.totp, hasRecoveryCodes && (hasApp ? words.orRecoveryCode : words.recoveryCode)]
          .filter(Boolean)
          .join(' ')}
      </p>
      <Field name="code" input={input} />
      <TrustDevice page={page} texts={texts} />
      <button type="submit">{words.button}</button>
    </form>
  )
}

function TrustDevice({ page, texts }: VerifyProps): JSX.Element | false {
  const { trustDays } = page.asksFor
  return (
    trustDays !== undefined && (
      <label class="check">
        <input type="checkbox" name="trustDevice" value="yes" />
        {texts.verify.trustDevice(String(trustDays))}
      </label>
    )
  )
}

function CsrfToken({ page: { csrfToken } }: Pick<VerifyProps, 'page'>): JSX.Element | false {
  return csrfToken !== undefined && <input type="hidden" name="csrfToken" value={csrfToken} />
}
