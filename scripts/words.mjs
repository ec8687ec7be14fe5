/**
 * A word that the project does not use, and its replacement. Forms are separated by a comma and a
 * space, and each form is written out.
 *
 * @typedef {object} Word
 * @property {string} use what to write instead
 * @property {string} [word] forms that are banned in prose and in names
 * @property {string} [prose] forms that are banned only in prose. A form with a capital letter at
 *   the start is banned only with that capital letter
 * @property {string} [names] forms that are banned only in names, in lower case: `return url`
 *   stands for `returnUrl`, `ReturnUrl`, `return-url` and `RETURN_URL`
 * @property {string} [starts] forms that are banned at the start of a longer name: `most` stands
 *   for `MOST_KEYS` and `mostKeys`
 * @property {string} [types] whole names that are banned for a type
 * @property {string} [exact] text that is banned everywhere in a file, in code too
 * @property {string} [before] allows the word in front of this regular expression
 * @property {string} [after] allows the word behind this regular expression; prose only
 */

// "answers a question", "answers the first request"
const A_QUESTION = '(?:\\s+[\\w-]+){0,3}\\s+(?:requests?|questions?|prompts?)'
// "visits the page"
const A_SITE = '(?:\\s+[\\w-]+){1,3}\\s+(?:pages?|sites?|applications?|URLs?)'
// "tells them apart", "tells one from the other", "tells the difference"
const A_DIFFERENCE = '\\s+(?:(?:[\\w-]+\\s+){0,3}apart\\b|(?:[\\w-]+\\s+){1,4}from\\b|the\\s+difference)'

/** @type {readonly Word[]} */
export const WORDS = [
  { word: 'door, doors', use: 'endpoint; for the first path segment: action' },
  { word: 'knock, knocks, knocked', use: 'request, call' },
  { word: 'visit, visits, visited', before: A_SITE, use: 'request; as a type: AuthRequest, Context' },
  { names: 'arrive, arrives, depart, departs', use: 'readRequest, respond' },
  { prose: 'kind, kinds', before: '\\s+of\\b', use: 'type; for a type of provider: sign-in method' },
  { names: 'kind, kinds', use: 'type, SignInMethod, CookieDefinition' },
  { word: 'whoever, whomever', use: 'the user who, the client that, anyone who' },
  {
    word: 'somebody, nobody, anybody, everybody',
    use: 'a user, no user, no session, signed out, anyone, everyone',
  },
  {
    prose: 'Who',
    before: '\\s+(?:can|may)\\b|[^.?!;:\\0]*\\?',
    use: 'a noun as the subject: users who, a client that',
  },
  {
    prose: 'for who, to who, than who, from who, by who, with who, only who',
    use: 'the user who, the client that',
  },
  { word: 'person, persons, people', use: 'user, visitor, developer' },
  { word: 'stranger, strangers', use: 'signed-out user, unknown client, attacker' },
  { word: 'run time, run times, run-time, run-times', before: '\\s+out\\b', use: 'runtime' },
  { word: 'vendor, vendors', before: '\\s+prefix', use: 'provider' },
  { word: 'unproved, unproven', use: 'unverified' },
  { word: 'proved', before: '\\s+by\\s+(?:an?\\s+|the\\s+)?tests?', use: 'verified' },
  { prose: 'proven address, proven e-mail, proven account, proven identity', use: 'verified' },
  { word: 'anew', use: 'again' },
  { word: 'begun', use: 'started' },
  { word: 'cure, cures, cured', use: 'fix, solution' },
  { word: 'mend, mends, mended', use: 'fix' },
  { word: 'torn', use: 'incomplete' },
  { word: 'no good', use: 'invalid' },
  {
    prose: 'is over, are over, was over, were over, be over, been over',
    before: '\\s+(?:\\d|HTTPS?|TLS|TCP|an?\\b|the\\b)',
    use: 'has expired, has ended',
  },
  { word: 'dearest', use: 'in order of preference' },
  { word: 'unasked', use: 'not requested' },
  { word: 'namesake, namesakes', use: 'user with the same e-mail address' },
  { word: 'ear, ears', use: 'channel, listener' },
  { word: 'ours', use: 'built-in, Latchkey’s' },
  {
    word: 'foreign',
    before: '[\\s-]+(?:keys?|languages?)\\b',
    use: 'cross-origin, unknown, of another …',
  },
  { prose: 'goes before, go before, went before, going before', use: 'takes precedence over' },
  {
    prose: 'clear token, clear tokens, clear ones, in the clear, in clear',
    use: 'plaintext, unencrypted',
  },
  {
    word: 'tell, tells, told, telling',
    before: A_DIFFERENCE,
    use: 'send, return, report, log, reveal, state',
  },
  {
    word: 'answer, answers, answered, answering',
    before: A_QUESTION,
    after: 'questions?\\s+and\\s+',
    use: 'response, result, value; respond, return',
  },
  {
    word: 'mark, marks',
    before: '\\s+(?:as|it|them|the|an?|its|this|that|these|each|every|where|with|up)\\b',
    after: '(?:question|quotation|exclamation|byte[- ]order|check)\\s+',
    use: 'icon; for a name or a logo as property: trademark',
  },
  { prose: 'the look', before: '\\s+(?:at|up)\\b', use: 'the appearance' },
  { names: 'look, looks', before: ' (?:up|at|for)\\b', use: 'appearance, theme, pages' },
  { names: 'patience', use: 'TIMEOUT_… with its unit' },
  { starts: 'most, longest', use: 'MAX_…, max…' },
  { prose: 'the face', before: '\\s+of\\b', use: 'the entry point' },
  { names: 'face', use: 'entry point' },
  { prose: 'the ground', use: 'the base layer' },
  { names: 'ground', use: 'base' },
  { prose: 'taken token, taken link, token is taken, link is taken', use: 'used' },
  { prose: 'words of the page, words of the pages, words of our', use: 'texts, translations' },
  { prose: 'unwanted mail', use: 'spam' },
  { prose: 'quarter of an hour', use: '15 minutes' },
  { names: 'return url, return urls', use: 'callbackUrl' },
  { names: 'welcome back, welcome late', use: 'signInExistingUser, signInAfterRace' },
  { names: 'keep passkey, link once', use: 'storePasskey; a verb for what the function does' },
  {
    types: 'Settled, Admitted, Examined, Found, Asked, Known, Opened, Unsealed',
    use: 'a noun: SignedInUser, AdmittedUser, ConfigCheck, DecodedToken',
  },
  { types: 'Reader', use: 'LocaleContext' },
  { prose: 'who to be', use: 'test users' },
  { prose: 'whose account it is', use: 'account linking' },
  { prose: 'what you get without asking', use: 'secure by default' },
  { exact: 'unprovenAccounts', use: 'unverifiedAccounts' },
  { exact: 'mostKeys', use: 'maxKeys' },
  { exact: 'RawAnswer, SessionAnswer', use: 'RawResult, SessionResult' },
  { exact: 'mail.unasked, webauthn.known', use: 'mail.ignore, webauthn.alreadyRegistered' },
  { exact: 'returnUrl', use: 'callbackUrl' },
]

/**
 * Files in which banned words are allowed, with the reason.
 *
 * @typedef {object} Exception
 * @property {string} files a glob pattern of paths
 * @property {readonly string[]} [words] the first form of each word; default: all words
 * @property {'names' | 'prose'} [only] where the words are allowed; default: in both
 * @property {string} reason
 */

/** @type {readonly Exception[]} */
export const EXCEPTIONS = [
  { files: 'scripts/words.mjs', reason: 'the list itself' },
  { files: 'scripts/check-words.test.ts', reason: 'samples for the check' },
  {
    files: 'scripts/*.mjs',
    words: ['visit'],
    only: 'names',
    reason: 'the usual name of a function that walks a syntax tree',
  },
  {
    files: 'packages/latchkey/src/providers/*.ts',
    words: ['kind', 'mark', 'person', 'visit'],
    only: 'names',
    reason: 'fields of a profile, with the names that the provider gives them',
  },
  {
    files: 'packages/latchkey/src/providers/huggingface.ts',
    words: ['face'],
    only: 'names',
    reason: 'the brand name Hugging Face',
  },
  {
    files: 'scripts/authjs-exceptions.mjs',
    words: ['person'],
    reason: 'a name that Auth.js exports',
  },
]
