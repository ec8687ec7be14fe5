import * as authJs from '@auth/core'
import * as authJsErrors from '@auth/core/errors'
import * as authJsJwt from '@auth/core/jwt'
import AuthJsCredentials from '@auth/core/providers/credentials'
import AuthJsGitHub from '@auth/core/providers/github'
import AuthJsNodemailer from '@auth/core/providers/nodemailer'
import * as authJsSvelteKit from '@auth/sveltekit/client'
import * as latchkey from 'latchkey'
import * as latchkeyErrors from 'latchkey/errors'
import * as latchkeyJwt from 'latchkey/jwt'
import LatchkeyCredentials from 'latchkey/providers/credentials'
import LatchkeyGitHub from 'latchkey/providers/github'
import LatchkeyNodemailer from 'latchkey/providers/nodemailer'
import * as latchkeyReact from 'latchkey/react'
import * as latchkeySvelteKit from 'latchkey/sveltekit/client'
import * as authJsReact from 'next-auth/react'

/** The names that an application imports, and that have the same names in both libraries. */
export interface Library {
  readonly name: 'Auth.js' | 'Latchkey'
  /** Handles a request with a configuration in the words of Auth.js. */
  handle(request: Request, config: Configuration): Promise<Response>
  readonly Credentials: (config: Fields) => unknown
  readonly Nodemailer: (config: Fields) => unknown
  /** Loads a built-in provider. */
  provider(id: string): Promise<(options: Fields) => unknown>
  readonly GitHub: (config: Fields) => unknown
  readonly CredentialsSignin: new (message?: string) => Error & { code: string }
  readonly customFetch: symbol
  readonly raw: symbol
  readonly skipCSRFCheck: symbol
  readonly jwt: {
    encode(params: Fields): Promise<string>
    decode(params: Fields): Promise<Fields | null>
    getToken(params: Fields): Promise<unknown>
  }
  /** The functions for the browser. */
  readonly client: {
    getSession(): Promise<unknown>
    getCsrfToken(): Promise<unknown>
    getProviders(): Promise<unknown>
    signIn(provider?: string, options?: Fields, params?: Record<string, string>): Promise<unknown>
    signOut(options?: Fields): Promise<unknown>
  }
  /** Those of the integration with SvelteKit. */
  readonly svelteKitClient: Pick<Library['client'], 'signIn' | 'signOut'>
  readonly setEnvDefaults: (environment: Fields, config: Configuration) => void
}

export type Fields = Record<string, unknown>

/** A configuration as both libraries accept it; their own types for it differ. */
export interface Configuration extends Record<PropertyKey, unknown> {
  providers?: readonly unknown[]
  callbacks?: Functions
  events?: Functions
  session?: Fields
  adapter?: Fields | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the two libraries declare the parameters differently.
export type Functions = Record<string, (params: any, ...more: any[]) => unknown>

export const AUTH_JS: Library = {
  name: 'Auth.js',
  handle: (request, config) => authJs.Auth(request, config as never) as Promise<Response>,
  Credentials: AuthJsCredentials as never,
  Nodemailer: AuthJsNodemailer as never,
  provider: async (id) => (await import(`@auth/core/providers/${id}`)).default,
  GitHub: AuthJsGitHub as never,
  CredentialsSignin: authJsErrors.CredentialsSignin as never,
  customFetch: authJs.customFetch,
  raw: authJs.raw,
  skipCSRFCheck: authJs.skipCSRFCheck,
  jwt: authJsJwt as never,
  client: authJsReact as never,
  svelteKitClient: authJsSvelteKit as never,
  setEnvDefaults: authJs.setEnvDefaults as never,
}

/** With what an application adds when it moves: two options that keep its sessions. */
export const LATCHKEY: Library = {
  name: 'Latchkey',
  handle: (request, config) => latchkey.Auth(request, config as never) as Promise<Response>,
  Credentials: LatchkeyCredentials as never,
  Nodemailer: LatchkeyNodemailer as never,
  provider: async (id) => (await import(`latchkey/providers/${id}`)).default,
  GitHub: LatchkeyGitHub as never,
  CredentialsSignin: latchkeyErrors.CredentialsSignin as never,
  customFetch: latchkey.customFetch,
  raw: latchkey.raw,
  skipCSRFCheck: latchkey.skipCSRFCheck,
  jwt: latchkeyJwt as never,
  client: latchkeyReact as never,
  svelteKitClient: latchkeySvelteKit as never,
  setEnvDefaults: latchkey.setEnvDefaults as never,
}

/** Returns the configuration of a library for an application that keeps its sessions. */
export function configurationFor(library: Library, config: Configuration): Configuration {
  if (library.name === 'Auth.js') return config
  return {
    ...config,
    cookiePrefix: 'authjs',
    session: { ...config.session, hashToken: false },
    // The attempts of one scenario must not count against the limits of another.
    store: latchkey.memoryStore(),
  }
}
