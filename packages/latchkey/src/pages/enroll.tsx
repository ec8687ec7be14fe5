import type { JSX } from 'preact'
import type { EnrollPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'

/** Shows the QR code and the key of an authenticator app, and asks for its first code. */
export function Enroll({ page, texts }: { readonly page: EnrollPage; readonly texts: Texts }): JSX.Element {
  const words = texts.enroll
  const input = {
    label: texts.verify.code,
    type: 'text',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    dir: 'ltr',
  } as const
  return (
    <>
      <h1>{words.title}</h1>
      {page.error !== undefined && (
        <p class="error" role="alert">
          {words.failed}
        </p>
      )}
      <p>{words.scan}</p>
      {/* The library that draws the code writes only paths. */}
      <div class="qr" role="img" aria-label={words.qr} dangerouslySetInnerHTML={{ __html: page.qr }} />
      <p>
        {words.secret}{' '}
        <code class="key" dir="ltr">
          {page.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <form method="post" action={page.action}>
        {page.csrfToken && <input type="hidden" name="csrfToken" value={page.csrfToken} />}
        <p>{words.confirm}</p>
        <Field name="code" input={input} />
        <button type="submit">{words.button}</button>
      </form>
    </>
  )
}
