import type { JSX } from 'preact'
import type { CodeForm, VerifyRequestPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { CodeField, Problem } from './form-parts.tsx'
import { Sentence } from './sentence.tsx'
import { signInError } from './texts.ts'

interface Props {
  readonly page: VerifyRequestPage
  readonly texts: Texts
}

/** Shows the same text whether or not a user has the address. */
export function VerifyRequest({ page, texts }: Props): JSX.Element {
  const { title, body, failed } = texts.verifyRequest
  const { code, error, homeUrl } = page
  return (
    <>
      <h1>{code?.field === 'phone' ? texts.verifyRequest.phoneTitle : title}</h1>
      <Problem text={error && (error === 'Verification' ? failed : signInError(texts, error))} />
      {code ? <EnterCode form={code} error={error} texts={texts} /> : <p>{body}</p>}
      <a class="button quiet" href={homeUrl}>
        {texts.error.home}
      </a>
    </>
  )
}

interface EnterCodeProps {
  readonly form: CodeForm
  readonly error: string | undefined
  readonly texts: Texts
}

/** Keeps the address, so that another code can be requested. */
function EnterCode({ form, error, texts }: EnterCodeProps): JSX.Element {
  const { sent, orLink, code: label, button, again } = texts.verifyRequest
  const { action, address, csrfToken, field, hasLink } = form
  // Beyond the limit, the user may have an earlier code.
  const isSent = error !== 'TooManyRequests'
  const csrfField = csrfToken !== undefined && <input type="hidden" name="csrfToken" value={csrfToken} />
  return (
    <>
      {isSent && (
        <p>
          <Sentence text={sent} value={address} />
        </p>
      )}
      {hasLink && <p>{orLink}</p>}
      <form method="post" action={action}>
        {csrfField}
        <CodeField label={label} isWrong={error === 'Verification'} />
        <button type="submit">{button}</button>
      </form>
      <form method="post" action={action}>
        {csrfField}
        <input type="hidden" name={field} value={address} />
        <button type="submit" class="quiet">
          {again}
        </button>
      </form>
    </>
  )
}
