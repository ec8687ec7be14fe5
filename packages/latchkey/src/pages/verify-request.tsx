import type { JSX } from 'preact'
import type { VerifyRequestPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'

/** Shows the same text whether or not a user has the address. */
export function VerifyRequest({
  page,
  texts,
}: {
  readonly page: VerifyRequestPage
  readonly texts: Texts
}): JSX.Element {
  return (
    <>
      <h1>{texts.verifyRequest.title}</h1>
      <p>{texts.verifyRequest.body}</p>
      <a class="button quiet" href={page.homeUrl}>
        {texts.error.home}
      </a>
    </>
  )
}
