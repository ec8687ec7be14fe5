import type { CredentialInput } from '../types/providers/common.ts'
import type { Texts } from '../types/texts.ts'

/** One form's fields, by name. */
export type FormFields = Readonly<Record<string, CredentialInput>>

/**
 * Returns the fields with a label, a type and a value for password managers, if the application
 * sets none. A field that is the only one of its type gets the usual label for that type.
 */
export function completeFields(
  fields: FormFields,
  texts: Texts,
): readonly (readonly [string, CredentialInput])[] {
  const types = Object.entries(fields).map(([name, { type }]) => type ?? usualType(name))
  return Object.entries(fields).map(([name, input], index) => {
    const type = types[index] ?? 'text'
    const isOnly = types.filter((other) => other === type).length === 1
    return [
      name,
      {
        label: usualLabel(name, type, isOnly, texts),
        autocomplete: usualAutocomplete(name, type),
        ...input,
        type,
      },
    ]
  })
}

/** A password must not be readable on the screen. */
function usualType(name: string): string {
  return isPassword(name) ? 'password' : 'text'
}

function usualLabel(name: string, type: string, isOnly: boolean, texts: Texts): string {
  if (isEmail(name) || (type === 'email' && isOnly)) return texts.email.label
  if (isPassword(name) || (type === 'password' && isOnly)) return texts.credentials.password
  return isUserName(name) ? texts.credentials.username : readable(name)
}

/**
 * Returns the value with which password managers fill in the form.
 *
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill
 */
function usualAutocomplete(name: string, type: string): string | undefined {
  if (type === 'password') return /new|confirm|repeat/i.test(name) ? 'new-password' : 'current-password'
  return type === 'email' || isEmail(name) || isUserName(name) ? 'username' : undefined
}

function isEmail(name: string): boolean {
  return /^e-?mail$/i.test(name)
}

function isPassword(name: string): boolean {
  return /^password$/i.test(name)
}

function isUserName(name: string): boolean {
  return /^user[-_]?name$/i.test(name)
}

/** Returns a field's name as words: `firstName` as `First name`. */
function readable(name: string): string {
  if (name.includes(' ')) return name
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
  const text = words.join(' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
