import type { JSX } from 'preact'
import type { SignInForm, SignInPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'

/** Properties of `LastUsed`. */
export interface LastUsedProps {
  readonly form: SignInForm
  readonly page: Pick<SignInPage, 'lastUsed'>
  readonly texts: Texts
}

/** Marks the way in which the last user of this browser signed in. */
export function LastUsed({ form, page, texts }: LastUsedProps): JSX.Element | false {
  return page.lastUsed === form.provider.id && <small class="last">{texts.signIn.lastUsed}</small>
}
