import type { JSX } from 'preact'
import type { CredentialInput } from '../types/common-provider.ts'

export interface FieldProps {
  readonly name: string
  readonly input: CredentialInput
  /** Attributes that our own script finds it by. */
  readonly marks?: Readonly<Record<`data-${string}`, string>>
}

/** A field of a form, with its label. */
export function Field({ name, input, marks }: FieldProps): JSX.Element {
  const {
    label = name,
    type = 'text',
    autocomplete = usualAutocomplete(type),
    required = true,
    ...others
  } = input
  // Which words are allowed in `type` and `autocomplete` is for the application to know; here they are text.
  const attributes = {
    dir: 'auto',
    ...others,
    name,
    type,
    autocomplete,
    required,
    ...marks,
  } as JSX.IntrinsicElements['input']
  return (
    <label>
      {label}
      <input {...attributes} />
    </label>
  )
}

/** What lets a password manager fill the form in. */
function usualAutocomplete(type: string): string | undefined {
  return type === 'password' ? 'current-password' : type === 'email' ? 'username' : undefined
}
