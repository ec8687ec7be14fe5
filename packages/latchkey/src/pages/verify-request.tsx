import type { JSX } from 'preact'
import type { VerifyRequestPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'

/** Says the same whether or not the address is known. */
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
