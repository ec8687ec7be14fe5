import type { JSX } from 'preact'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'

/** The id of the message about what the user sent, for fields that it is about. */
const PROBLEM = 'problem'

/** Says what was wrong with what the user sent. */
export function Problem({ text }: { readonly text: string | undefined }): JSX.Element | undefined {
  return text ? (
    <p class="error" id={PROBLEM} role="alert">
      {text}
    </p>
  ) : undefined
}

/** Attributes that connect a field to the message about it. */
export function describeProblem(isWrong: boolean): { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  return isWrong ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {}
}

/** Fields that the user does not see. */
export function HiddenFields({
  values,
}: {
  readonly values: Readonly<Record<string, string | undefined>>
}): JSX.Element {
  return (
    <>
      {Object.entries(values).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  )
}

/**
 * The address of the account whose password is chosen. It is not sent: password managers store it
 * with the password.
 */
export function AccountOfPassword({
  email,
}: {
  readonly email: string | undefined
}): JSX.Element | undefined {
  return email === undefined ? undefined : (
    <input type="email" autocomplete="username" value={email} readOnly hidden />
  )
}

/** Properties of `CodeField`. */
export interface CodeFieldProps {
  readonly label: string
  readonly isWrong: boolean
}

/** Asks for the code from an e-mail, which browsers and telephones can fill in. */
export function CodeField({ label, isWrong }: CodeFieldProps): JSX.Element {
  const input = {
    label,
    type: 'text',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    autocapitalize: 'none',
    spellcheck: false,
    autofocus: true,
    dir: 'ltr',
    ...describeProblem(isWrong),
  } as const
  return <Field name="code" input={input} />
}

/** Properties of `PasswordField`. */
export interface PasswordFieldProps {
  readonly name: string
  readonly label: string
  readonly texts: Texts
  readonly autocomplete: string
  /** Further attributes of the field. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>
}

/**
 * A field for a password. The page's script adds a button that shows what was typed: without
 * JavaScript it could do nothing.
 */
export function PasswordField(props: PasswordFieldProps): JSX.Element {
  const { name, label, texts, autocomplete, attributes } = props
  const { showPassword, hidePassword } = texts.credentials
  const input = {
    ...attributes,
    dir: 'auto',
    id: name,
    name,
    type: 'password',
    autocomplete,
    autocapitalize: 'none',
    spellcheck: false,
    required: true,
  } as JSX.IntrinsicElements['input']
  return (
    <div class="password">
      <label for={name}>{label}</label>
      <input {...input} />
      <button type="button" class="show" aria-controls={name} data-hide={hidePassword} hidden>
        {showPassword}
      </button>
    </div>
  )
}

/** Properties of `NewPasswordField`. */
export interface NewPasswordFieldProps {
  readonly texts: Texts
  /** How many characters the password has. */
  readonly lengths: { readonly min: number; readonly max: number }
  /** Whether the page says what is wrong with the previous one. */
  readonly isRejected: boolean
}

/** Asks for a new password, and says which ones are accepted, for users and password managers. */
export function NewPasswordField({ texts, lengths, isRejected }: NewPasswordFieldProps): JSX.Element {
  const { label, hint } = texts.newPassword
  const { 'aria-describedby': problem, ...invalid } = describeProblem(isRejected)
  const { min, max } = lengths
  // Not `maxlength`: browsers would cut off what is pasted, and the user would not notice.
  const attributes = {
    minlength: min,
    passwordrules: `minlength: ${min}; maxlength: ${max};`,
    'aria-describedby': [problem, 'password-hint'].filter(Boolean).join(' '),
    ...invalid,
  }
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        texts={texts}
        autocomplete="new-password"
        attributes={attributes}
      />
      <p class="hint" id="password-hint">
        {hint(String(min))}
      </p>
    </>
  )
}

/** Returns the message for a password that was rejected. The reason is from the URL: any text. */
export function describeRejection({ newPassword }: Texts, reason: string | undefined): string {
  const { rejected } = newPassword
  return Object.hasOwn(rejected, reason ?? '') ? rejected[reason as keyof typeof rejected] : rejected.common
}
