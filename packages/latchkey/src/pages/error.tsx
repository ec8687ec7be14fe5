import type { JSX } from 'preact'
import type { ErrorPage } from '../contract.ts'
import { errorText, texts } from './texts.ts'

/** Says what went wrong as far as it may be said, and where to go from here. */
export function ErrorMessage({ page }: { readonly page: ErrorPage }): JSX.Element {
  const { title, body } = errorText(page.error)
  return (
    <>
      <h1>{title}</h1>
      <p>{body}</p>
      {page.reference && (
        <p class="reference">
          {texts.error.reference} <code>{page.reference}</code>
        </p>
      )}
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
