import OIDC from 'latchkey/providers/oidc'
import { Latchkey } from 'latchkey/sveltekit'

/** All settings of the provider are in the environment. */
export const { handle, signIn } = Latchkey({ providers: [OIDC({ id: 'my-idp', name: 'The provider' })] })
