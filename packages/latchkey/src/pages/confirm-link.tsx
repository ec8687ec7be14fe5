import type { JSX } from 'preact'
import type { ConfirmLinkPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { HiddenFields } from './form-parts.tsx'
import { Sentence } from './sentence.tsx'

/** Asks for confirmation with a button, because software such as virus scanners opens links. */
export function ConfirmLink({
  page,
  texts,
}: {
  readonly page: ConfirmLinkPage
  readonly texts: Texts
}): JSX.Element {
  const { csrfToken, callbackUrl, email, token } = page
  return (
    <>
      <h1>{texts.confirmLink.title}</h1>
      <p>
        <Sentence text={texts.confirmLink.body} value={email} />
      </p>
      <form method="post" action={page.action}>
        <HiddenFields values={{ csrfToken, callbackUrl, email, token }} />
        <button type="submit">{texts.confirmLink.button}</button>
      </form>
    </>
  )
}
