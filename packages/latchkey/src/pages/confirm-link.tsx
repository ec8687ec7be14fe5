import type { JSX } from 'preact'
import type { ConfirmLinkPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Sentence } from './sentence.tsx'
import { HiddenFields } from './sign-in.tsx'

/** Asks for confirmation with a button, because software such as virus scanners opens links. */
export function ConfirmLink({
  page,
  texts,
}: {
  readonly page: ConfirmLinkPage
  readonly texts: Texts
}): JSX.Element {
  return (
    <>
      <h1>{texts.confirmLink.title}</h1>
      <p>
        <Sentence text={texts.confirmLink.body} value={page.email} />
      </p>
      <form method="post" action={page.action}>
        <HiddenFields page={page} />
        <input type="hidden" name="email" value={page.email} />
        <input type="hidden" name="token" value={page.token} />
        <button type="submit">{texts.confirmLink.button}</button>
      </form>
    </>
  )
}
