import { variablePrefix } from '../records/variable-prefix.ts'
import { describeType, listNames, member, quote } from './message-values.ts'

/** What is known about a provider when a message about it is logged. */
export interface MessageFacts {
  /** The error's `cause`, in which `oauth4webapi` puts what it expected and found. */
  readonly cause: Readonly<Record<string, unknown>>
  readonly id: string
  readonly issuer: string | undefined
  /** The URL that the metadata came from. */
  readonly discovery: string | undefined
  readonly clientId: string
}

type Explain = (facts: MessageFacts, ...matches: string[]) => string

/**
 * The `oauth4webapi` messages that can reach the log, and what they mean: what was found, where,
 * and which line to change. They never quote a token, a code or a secret.
 *
 * Messages of other software are elsewhere: platform codes for a failed request in
 * `no-response.ts`, and values that JSON cannot hold in `sessions/unserializable.ts`. A database or
 * mail server is quoted, because only its own text says what it rejected.
 */
const MESSAGES: readonly (readonly [RegExp, Explain])[] = [
  // Metadata and keys
  [
    /"issuer" property does not match/,
    (facts) => {
      const found = member(facts.cause.body, 'issuer')
      return (
        `${metadataText(facts)} names the issuer ${quote(found)}, but ${quote(facts.issuer)} is configured. ` +
        `If this is your provider, set \`issuer\` or ${variable(facts, 'ISSUER')} to ${quote(found)}.`
      )
    },
  ],
  [
    /"issuer" property must/,
    (facts) =>
      `${metadataText(facts)} has no \`issuer\`. Set \`issuer\` or ${variable(facts, 'ISSUER')} to ` +
      "an OpenID provider's URL.",
  ],
  [
    /does not contain a valid "as\.(\w+)"/,
    (facts, name = '') => `${metadataText(facts)} has no valid \`${name}\`. ${endpointAdvice(name)}`,
  ],
  [
    /only HTTP and HTTPS requests/,
    ({ cause }) => `An endpoint has the URL ${quote(String(cause))}. Set it to one with https:.`,
  ],
  [
    /"keys" property m/,
    (facts) =>
      "The provider's `jwks_uri` returned no JSON Web Key Set. Check it in the metadata from " +
      `${metadataPlace(facts)}.`,
  ],
  [
    /no applicable keys found/,
    ({ cause: { header, jwks_uri: url } }) =>
      `${String(url)} has no key for the ID token, whose header has \`kid\` ` +
      `${quote(member(header, 'kid'))} and \`alg\` ${quote(member(header, 'alg'))}. ` +
      'Check that `issuer` is the one that issues the token.',
  ],
  [
    /multiple applicable keys found/,
    ({ cause: { jwks_uri: url } }) =>
      `${String(url)} has several keys for the ID token, whose header has no \`kid\`. ` +
      'Have the provider add `kid`, or publish one key for each algorithm.',
  ],
  // The authorization endpoint's response
  [
    /unexpected "iss" \(issuer\) response parameter/,
    ({ cause: { expected, parameters } }) =>
      `its parameter \`iss\` is ${quote(member(parameters, 'iss'))}, and ${quote(expected)} was expected. ` +
      "Set `issuer` to your provider's issuer, or start the sign-in again.",
  ],
  [
    /response parameter "iss" \(issuer\) missing/,
    () => "it has no parameter `iss`, although the provider's metadata announces it. Sign in again.",
  ],
  [
    /"(\w+)" parameter must be provided only once/,
    (_, name = '') => `it has the parameter \`${name}\` more than once. Start the sign-in again.`,
  ],
  [
    /JARM response/,
    () =>
      'it is signed (JARM), which Latchkey does not read. Set `response_mode` to `query` for this client.',
  ],
  [
    /implicit and hybrid flows/,
    () =>
      'it has tokens (implicit or hybrid flow). Configure the client for the code flow: ' +
      '`response_type=code`.',
  ],
  // The token endpoint's response
  [
    /"(access_token|refresh_token|id_token|scope)" property must/,
    ({ cause: { body } }, name = '') =>
      `The token endpoint returned ${describeType(member(body, name))} as \`${name}\`. Members: ` +
      `${listNames(body)}. Check \`token\`, or convert the response with \`token.conform\`.`,
  ],
  [
    /"expires_in" property must/,
    ({ cause: { body } }) =>
      `The token endpoint returned \`expires_in\` ${quote(member(body, 'expires_in'))}, which is not a ` +
      'number of seconds. Convert the response with `token.conform`.',
  ],
  [
    /`token_type` value|"token_type" property must/,
    ({ cause: { body } }) =>
      `The token endpoint returned an access token of type ${quote(member(body, 'token_type'))}, which ` +
      'Latchkey cannot use. Configure the client for Bearer tokens, or convert the response ' +
      'with `token.conform`.',
  ],
  // ID tokens
  [
    /JWE decryption is not configured/,
    () =>
      'The ID token is encrypted, and Latchkey does not decrypt it. Turn off ID token encryption ' +
      'for this client at the provider (`id_token_encrypted_response_alg`).',
  ],
  [
    /Invalid JWT|failed to parse JWT|JWT (?:Header|Payload) must be/,
    () => "The ID token is not a JSON Web Token. Check the provider's `token` and `token.conform`.",
  ],
  [
    /"crit" header parameter/,
    () =>
      'The ID token has the header `crit`, which Latchkey does not support. Have the provider leave it out.',
  ],
  [
    /unexpected JWT "iss"[^"]*claim value/,
    (facts) =>
      `The ID token has the issuer ${quote(member(facts.cause.claims, 'iss'))}, and ` +
      `${quote(facts.cause.expected)} was expected. If this is your provider, set \`issuer\` or ` +
      `${variable(facts, 'ISSUER')} to it.`,
  ],
  [
    /unexpected JWT "aud"[^"]*claim value/,
    (facts) =>
      `The ID token is for the client ${quote(member(facts.cause.claims, 'aud'))}, and \`clientId\` is ` +
      `${quote(facts.clientId)}. Check ${variable(facts, 'ID')}, and the client at the provider.`,
  ],
  [
    /additional untrusted audiences|"azp"[^"]*claim value/,
    (facts) =>
      `The ID token is for the clients ${quote(member(facts.cause.claims, 'aud'))}, and its \`azp\` is ` +
      `${quote(member(facts.cause.claims, 'azp'))} instead of ${quote(facts.clientId)}. ` +
      `Check ${variable(facts, 'ID')}, and the client's audiences at the provider.`,
  ],
  [
    /"nonce"[^"]*(?:claim value|claim missing)/,
    () =>
      "The ID token's `nonce` claim is not the one that was sent. If the provider never returns it, " +
      "set `omits: ['nonce']`; otherwise start the sign-in again.",
  ],
  [
    /(?:JWT|ID Token) "(\w+)"[^"]*claim missing/,
    (_, name = '') => `The ID token has no claim \`${name}\`. Have the provider add it.`,
  ],
  [
    /(?:JWT|ID Token) "(\w+)"[^"]*(?:claim type|must be)/,
    ({ cause: { claims } }, name = '') =>
      `The ID token's \`${name}\` claim is ${describeType(member(claims, name))}, which the ` +
      'standard does not allow. Have the provider correct it.',
  ],
  [/unexpected JWT "alg"|unsupported JWS algorithm|to verify used JWT "alg"/, algorithm],
  [
    /signature verification failed|does not match the client secret/,
    (facts) =>
      "The ID token's signature is wrong. Check that `issuer` is the one that issues it; with HS256, " +
      `check the client secret: \`clientSecret\` or ${variable(facts, 'SECRET')}.`,
  ],
  // User info
  [
    /unexpected "response" body "sub"/,
    () => 'The userinfo endpoint returned another `sub` than the ID token. Check `userinfo`.',
  ],
  [
    /"sub" property must/,
    ({ cause: { body } }) =>
      `The userinfo endpoint returned no \`sub\`. Members: ${listNames(body)}. Check \`userinfo\`, ` +
      "or set `type: 'oauth'` if it is not an OpenID provider.",
  ],
  [
    /JWT UserInfo Response expected/,
    () =>
      'The userinfo endpoint returned JSON, but `client.userinfo_signed_response_alg` expects a signed ' +
      'token. Remove that option, or have the provider sign the response.',
  ],
  // Keys
  [
    /"clientPrivateKey\.key" must|usages/,
    () => '`clientPrivateKey` must be a private CryptoKey that can sign. Import it with the usage `sign`.',
  ],
  [
    /^unsupported .*(?:JWK|hash name|namedCurve|modulusLength|CryptoKey|JWS "alg")/,
    () =>
      'A provider key, or `clientPrivateKey`, has a type or length that is not supported. Use ' +
      'RS256 with 2048 bits or more, PS256, ES256 or Ed25519.',
  ],
  // Any response
  [
    /failed to parse "response" body as JSON|body must be a top level object/,
    () =>
      'The provider returned no JSON object, although its content type says so. Check `issuer` and ' +
      'endpoints.',
  ],
]

/** Returns the meaning of an `oauth4webapi` message, or `undefined` if the message is unknown. */
export function explainMessage(message: string, facts: MessageFacts): string | undefined {
  for (const [pattern, explain] of MESSAGES) {
    const found = pattern.exec(message)
    if (found !== null) return explain(facts, ...found.slice(1))
  }
  return undefined
}

function algorithm({ cause }: MessageFacts): string {
  const alg = member(cause.header, 'alg') ?? cause.alg
  const isSymmetric = typeof alg === 'string' && alg.startsWith('HS')
  return (
    `The ID token is signed with ${quote(alg)}, and ${quote(cause.expected ?? 'RS256')} was expected. ` +
    (isSymmetric
      ? 'Have the provider sign with RS256, or set `client.id_token_signed_response_alg` to `HS256`, ' +
        'with which the client secret verifies it.'
      : `Have the provider sign with RS256, or set \`client.id_token_signed_response_alg\` to ${quote(alg)}.`)
  )
}

function endpointAdvice(name: string): string {
  if (name === 'jwks_uri') return 'Without it, ID tokens cannot be verified. Check `issuer`.'
  return `Check \`issuer\`, or set the provider's \`${name.replace(/_endpoint$/, '')}\`.`
}

function metadataText(facts: MessageFacts): string {
  return `The metadata from ${metadataPlace(facts)}`
}

function metadataPlace({ id, issuer, discovery }: MessageFacts): string {
  return discovery ?? issuer ?? `the provider "${id}"`
}

function variable({ id }: MessageFacts, name: 'ID' | 'SECRET' | 'ISSUER'): string {
  return `${variablePrefix(id)}_${name}`
}
