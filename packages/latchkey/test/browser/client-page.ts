import { createClient, type SignIn } from 'latchkey/client'
import { signIn as reactSignIn } from 'latchkey/react'
import { signIn as solidStartSignIn } from 'latchkey/solid-start/client'
import { configure, signIn as sveltekitSignIn } from 'latchkey/sveltekit/client'
import { offerPasskey, signIn as passkeySignIn, syncPasskeys } from 'latchkey/webauthn'

/** Names of the modules that have a `signIn` for browsers. */
export type ClientName = 'client' | 'react' | 'solid-start/client' | 'sveltekit/client' | 'webauthn'

declare global {
  interface Window {
    signInWith: Readonly<Record<ClientName, SignIn>>
    passkeys: { readonly offer: typeof offerPasskey; readonly sync: typeof syncPasskeys }
  }
}

configure({ basePath: '/api/auth' })

window.passkeys = { offer: offerPasskey, sync: syncPasskeys }
window.signInWith = {
  client: createClient({ basePath: '/api/auth' }).signIn,
  react: reactSignIn,
  'solid-start/client': solidStartSignIn,
  'sveltekit/client': sveltekitSignIn,
  webauthn: passkeySignIn,
}
