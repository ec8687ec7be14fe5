import type { JSX } from 'preact'
import type { ErrorPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Reference } from './reference.tsx'
import { errorText } from './texts.ts'

/** Shows the text for a public error type, the reference, and links to continue. */
export function ErrorMessage({
  page,
  texts,
}: {
  readonly page: ErrorPage
  readonly texts: Texts
}): JSX.Element {
  const { title, body } = errorText(texts, page.error)
  return (
    <>
      <h1>{title}</h1>
      <p>{body}</p>
      <Reference reference={page.reference} texts={texts} />
      <div class="actions">
        {page.signInUrl && (
          <a class="button" href={page.signInUrl}>
            {texts.error.signIn}
          </a>
        )}
        {page.homeUrl && (
          <a class="button quiet" href={page.homeUrl}>
            {texts.error.home}
          </a>
        )}
      </div>
    </>
  )
}
