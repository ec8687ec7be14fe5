import type { JSX } from 'preact'
import type { Texts } from '../types/texts.ts'
import { Sentence } from './sentence.tsx'

/** Renders the label of a provider's button. */
export function SignInWith({ name, texts }: { readonly name: string; readonly texts: Texts }): JSX.Element {
  return (
    <span>
      <Sentence text={texts.signIn.with} value={name} />
    </span>
  )
}
