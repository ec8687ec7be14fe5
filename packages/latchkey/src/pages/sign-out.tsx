import type { JSX } from 'preact'
import type { SignOutPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { HiddenFields } from './form-parts.tsx'

/** Asks for confirmation, so that a link or an image on another site cannot sign users out. */
export function SignOut({ page, texts }: { readonly page: SignOutPage; readonly texts: Texts }): JSX.Element {
  return (
    <>
      <h1>{texts.signOut.title}</h1>
      <p>{texts.signOut.question}</p>
      <div class="actions">
        <form method="post" action={page.action}>
          <HiddenFields values={{ csrfToken: page.csrfToken, callbackUrl: page.callbackUrl }} />
          <button type="submit">{texts.signOut.button}</button>
        </form>
        <a class="button quiet" href={page.callbackUrl}>
          {texts.signOut.stay}
        </a>
      </div>
    </>
  )
}
