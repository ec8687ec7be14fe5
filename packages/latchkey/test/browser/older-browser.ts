/** Browsers and password managers that support passkeys, but not all of the API. */
export const BROWSERS = [
  { browser: 'that does not convert JSON' },
  { browser: 'whose credentials have no toJSON' },
  { browser: 'whose credentials fail in toJSON' },
] as const

/** Removes a part of the API in a page. It must not use anything outside of its body. */
export function restrict(browser: (typeof BROWSERS)[number]['browser']): void {
  const { prototype } = PublicKeyCredential
  if (browser === 'that does not convert JSON') {
    Reflect.deleteProperty(PublicKeyCredential, 'parseCreationOptionsFromJSON')
    Reflect.deleteProperty(PublicKeyCredential, 'parseRequestOptionsFromJSON')
  }
  if (browser === 'whose credentials fail in toJSON')
    // As of an object that only has the prototype of a credential.
    prototype.toJSON = () => {
      throw new TypeError('Illegal invocation')
    }
  else Reflect.deleteProperty(prototype, 'toJSON')
}
