import type { JSX } from 'preact'
import type { ConfirmLinkPage } from '../contract.ts'
import { HiddenFields } from './sign-in.tsx'
import { texts } from './texts.ts'

/** Programs open links, people press buttons. */
export function ConfirmLink({ page }: { readonly page: ConfirmLinkPage }): JSX.Element {
  return (
    <>
      <h1>{texts.confirmLink.title}</h1>
      <p>{texts.confirmLink.body(page.email)}</p>
      <form method="post" action={page.action}>
        <HiddenFields page={page} />
        <input type="hidden" name="email" value={page.email} />
        <input type="hidden" name="token" value={page.token} />
        <button type="submit">{texts.confirmLink.button}</button>
      </form>
    </>
  )
}
