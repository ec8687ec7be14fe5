import type { JSX } from 'preact'
import type { Texts } from '../types/texts.ts'

/** Shows the reference that identifies the log entry. */
export function Reference({
  reference,
  texts,
}: {
  readonly reference: string | undefined
  readonly texts: Texts
}): JSX.Element | null {
  if (reference === undefined) return null
  return (
    <p class="reference">
      {texts.error.reference} <code dir="ltr">{reference}</code>
    </p>
  )
}
