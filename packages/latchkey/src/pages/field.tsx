import type { JSX } from 'preact'
import type { CredentialInput } from '../types/providers/common.ts'

/** Properties of `Field`. */
export interface FieldProps {
  readonly name: string
  readonly input: CredentialInput
  /** Attributes by which the page's script finds the field. */
  readonly dataAttributes?: Readonly<Record<`data-${string}`, string>>
}

/** A form field, with its label. */
export function Field({ name, input, dataAttributes }: FieldProps): JSX.Element {
  const { label = name, type = 'text', autocomplete, required = true, ...others } = input
  // `type` and `autocomplete` are any strings, which the application chooses.
  const attributes = {
    dir: 'auto',
    ...others,
    name,
    type,
    autocomplete,
    required,
    ...dataAttributes,
  } as JSX.IntrinsicElements['input']
  return (
    <label>
      {label}
      <input {...attributes} />
    </label>
  )
}
