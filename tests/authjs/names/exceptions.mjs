/** A reason. */
const ITS_OWN_REQUEST =
  'The provider requests the profile with its own function, so the type of the profile is fixed.'

/**
 * The exported names of the published packages of Auth.js that have no counterpart, by module, and
 * the reason. A module without names has no counterpart at all. Providers are listed once, for
 * `@auth/core`; the other packages export the same.
 *
 * @type {Readonly<Record<string, string | Readonly<Record<string, string>>>>}
 */
export const NAMES = {
  'next-auth/middleware': 'Exports nothing in version 5.',
  'next-auth/react': {
    __NEXTAUTH: 'The internal state of the browser client. Latchkey has `configure` of `latchkey/client`.',
    SignInAuthorizationParams: 'Not declared in the published version, which makes it `any`.',
  },
  '@auth/core/providers': {
    BuiltInProviders: 'Maps every provider to its factory. Latchkey has no module that loads all providers.',
    OAuthChecks: 'Is `any`, for a function of the token endpoint that Latchkey does not call.',
    OIDCConfigInternal: 'A provider with all defaults filled in: internal.',
  },
  '@auth/core/providers/provider-types': 'Generated for the types of Auth.js: internal.',
  '@auth/core/providers/42-school': {
    ...sameReason(
      "The parts of the profile have no names: use `FortyTwoProfile['campus']` and the like.",
      'UserData CursusUser ProjectUser Achievement LanguagesUser TitlesUser ExpertisesUser Campus',
    ),
    ...sameReason('As above.', 'CampusUser Image'),
  },
  '@auth/core/providers/kakao': {
    ...sameReason('The values of the profile are strings.', 'DateTime Gender Birthday AgeRange'),
  },
  '@auth/core/providers/notion': {
    default: ITS_OWN_REQUEST,
    ...sameReason(
      'The profile is the user who signed in, without the token response around it.',
      'Person User Owner',
    ),
  },
  '@auth/core/providers/eveonline': { default: ITS_OWN_REQUEST },
  '@auth/core/providers/hubspot': { default: ITS_OWN_REQUEST },
  '@auth/core/providers/trakt': { default: ITS_OWN_REQUEST },
  '@auth/core/providers/vk': { default: ITS_OWN_REQUEST },
  '@auth/core/providers/osu': { OsuUserCompact: 'Its fields are those of `OsuProfile`.' },
  '@auth/core/providers/webauthn': {
    ...sameReason(
      'The default of an option, which the page of the provider names.',
      'DEFAULT_WEBAUTHN_TIMEOUT DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION',
    ),
  },
  '@auth/core/providers/wikimedia': {
    ...sameReason('Wikimedia adds values: they are strings.', 'WikimediaGroup WikimediaGrant WikimediaRight'),
  },
  '@auth/core/types': {
    Awaited: 'TypeScript has this type.',
    SemverString: 'For an option that has no effect.',
    ResponseInternal: 'Internal. `Auth` with `raw` returns a `RawResult`.',
    WebAuthnOptionsResponseBody: 'Internal: the options for the browser.',
  },
  '@auth/sveltekit/components': {
    ...sameReason('A component, which is a value. Use `typeof SignIn`.', 'SignIn SignOut'),
  },
}

/**
 * The properties of exported types that have no counterpart, by module and type. `*` stands for all
 * properties of the type.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>}
 */
export const PROPERTIES = {
  '@auth/core/providers': {
    Provider: { options: 'A factory has no options before it is called.' },
    ...forEach('OAuth2Config OIDCConfig OAuthConfig OAuthUserConfig OIDCUserConfig', {
      jwks_endpoint: 'The keys are discovered at the issuer.',
    }),
  },
  '@auth/core/providers/concept2': { Concept2Profile: { '*': 'The API returns the user in `data`.' } },
  '@auth/core/providers/discord': {
    DiscordProfile: { image_url: 'Not sent by Discord. The URL of the picture is `image` of the user.' },
  },
  '@auth/core/providers/eveonline': {
    EVEOnlineProfile: { '*': 'The profile is read from the access token, which has other claims.' },
  },
  '@auth/core/providers/loops': { LoopsUserConfig: { server: 'Loops has an HTTP API.' } },
  '@auth/core/providers/netsuite': {
    OAuthNetSuiteOptions: sameReason(
      'Set `authorization: { params }`, as for other providers.',
      'prompt scope',
    ),
  },
  '@auth/core/providers/notion': {
    NotionProfile: { '*': 'The profile is the user who signed in, without the token response around it.' },
  },
  '@auth/core/providers/patreon': { PatreonProfile: { '*': 'The API returns the user in `data`.' } },
  '@auth/core/providers/threads': { ThreadsProfile: { data: 'The API returns the user itself.' } },
  '@auth/core/providers/vk': { VkProfile: { '*': 'VK ID returns the user in `user`, with other fields.' } },
  '@auth/core/types': {
    CookiesOptions: sameReason(
      'One cookie, `transaction`, holds these values. A type error says so.',
      'pkceCodeVerifier state nonce',
    ),
  },
  'next-auth/react': {
    GetSessionParams: sameReason('For calls inside the browser client.', 'event triggerEvent'),
  },
}

/**
 * @param {string} names separated by spaces
 * @param {Record<string, string>} reasons
 * @returns {Record<string, Record<string, string>>}
 */
function forEach(names, reasons) {
  return Object.fromEntries(names.split(' ').map((name) => [name, reasons]))
}

/**
 * @param {string} reason
 * @param {string} names separated by spaces
 * @returns {Record<string, string>}
 */
function sameReason(reason, names) {
  return Object.fromEntries(names.split(' ').map((name) => [name, reason]))
}
