/// <reference types="latchkey/sveltekit/ambient" />

import GitHub from 'latchkey/providers/github'
import { Latchkey } from 'latchkey/sveltekit'

export const { handle, signIn, signOut } = Latchkey({ providers: [GitHub] })
