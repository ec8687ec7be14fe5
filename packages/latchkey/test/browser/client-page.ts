import { createClient, type SignIn } from 'latchkey/client'
import { signIn as reactSignIn } from 'latchkey/react'
import { signIn as solidStartSignIn } from 'latchkey/solid-start/client'
import { configure, signIn as sveltekitSignIn } from 'latchkey/sveltekit/client'
import { signIn as passkeySignIn } from 'latchkey/webauthn'

/** Names of the modules that have a `signIn` for browsers. */
export type ClientName = 'client' | 'react' | 'solid-start/client' | 'sveltekit/client' | 'webauthn'

declare global {
  interface Window {
    signInWith: Readonly<Record<ClientName, SignIn>>
  }
}

configure({ basePath: '/api/auth' })

window.signInWith = {
  client: createClient({ basePath: '/api/auth' }).signIn,
  react: reactSignIn,
  'solid-start/client': solidStartSignIn,
  'sveltekit/client': sveltekitSignIn,
  webauthn: passkeySignIn,
}
