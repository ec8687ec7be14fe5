/** Verbs whose forms with -ise the dictionary also accepts. */
const VERBS_WITH_IZE =
  'author custom initial maxim minim normal optim organ random real recogn serial special standard summar synchron token'

const ENDINGS = ['e', 'ed', 'es', 'er', 'ers', 'ing', 'able', 'ation', 'ations']

/** In Markdown and in docstrings, code is not prose. */
const FENCE = /^([ \t]*(?:\* )?)(`{3,}|~{3,})[\s\S]*?^\1\2/gm

/**
 * A comment, a string or a template. Strings of one word are found too, so that no match starts at
 * the end of one; `CODE_IN_SOURCES` contains them.
 */
const COMMENT_OR_STRING =
  /\/\*[\s\S]*?\*\/|\/\/.*|<!--[\s\S]*?-->|'(?:[^'\\\n]|\\.)*'(?!\w)|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`/g

/** Text between tags. */
const MARKUP_TEXT = /(?<=<[/a-z][^<>]*(?<![=-])>)[^<>{}`;=]+(?=[<{])/g

const CODE_IN_SOURCES = [
  FENCE,
  // Strings of one word.
  /'\S*'|"\S*"/g,
  // Code in a comment, in a string and in a template.
  /(?<=^\s*(?:\/?\*+|\/\/).*)`[^`\n]+`/gm,
  /(?<='[^'\n]*)`[^`'\n]+`(?=[^'\n]*')/g,
  /\\`[^`\n]*`|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/g,
]

/** @type {import('cspell').CSpellSettings} */
export default {
  version: '0.2',
  language: 'en-GB',
  globRoot: '../..',
  useGitignore: true,
  files: [
    '{.changeset,.github,**}/**/*.md',
    'packages/latchkey/src/**/*.{ts,tsx,svelte}',
    '{examples,tests/e2e/applications}/**/*.{ts,tsx,svelte}',
  ],
  ignorePaths: [
    'packages/latchkey/api/**',
    'packages/latchkey/src/languages/**',
    // The names of CSS.
    'packages/latchkey/src/pages/account/style.ts',
    // Names, texts in other languages, invalid values.
    '**/*.test.{ts,tsx}',
    'packages/latchkey/src/passwords/common-words.ts',
    'packages/latchkey/src/security/shared-domains.ts',
    'packages/latchkey/src/pages/{named-colours,style}.ts',
  ],
  // Words that are right although no dictionary contains them, one a line.
  dictionaryDefinitions: [{ name: 'spelling', path: './spelling.txt' }],
  dictionaries: ['spelling'],
  ignoreRegExpList: [
    // Other scripts, colours, names of columns, paths, file names.
    /[^\p{Script=Latin}\P{L}]+/gu,
    /#[0-9a-f]{3,8}\b/gi,
    /\b\w*_\w*\b/g,
    /(?<!\w)[\w.@#~*$-]*\/[\w.@#~*$/[\]-]+/g,
    /\b[\w-]+\.(?:tsx?|mjs|js|json|md|svelte)\b/g,
    // Names of products, and uses of a flagged word that are right.
    /Microsoft Entra admin center/g,
    /\bforeign[\s*-]+(?:keys?|languages?)\b/gi,
    /\bkinds? of\b/gi,
    /\b(?:question|quotation|byte order|check) marks?\b/gi,
    /\bmarks? (?:as|it|them|the|an?|its|this|that|these|each|every|where|with|up)\b/gi,
    /\b(?:tells?|told)\b[^.]{0,60}\b(?:apart|from|difference)\b/gi,
    /\bvendor prefix/gi,
    /\bvisit(?:s|ed)?(?:\s+[\w-]+){1,3}\s+(?:pages?|sites?|applications?|URLs?)/gi,
    /\banswer(?:s|ed|ing)?(?:\s+[\w-]+){0,3}\s+(?:requests?|questions?|prompts?)/gi,
  ],
  languageSettings: [
    {
      languageId: 'markdown',
      ignoreRegExpList: [FENCE, /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, /(?<=\])(?:\([^)\s]*\)|:.*)/g],
    },
    {
      languageId: ['typescript', 'typescriptreact'],
      includeRegExpList: [COMMENT_OR_STRING, MARKUP_TEXT],
      ignoreRegExpList: CODE_IN_SOURCES,
    },
  ],
  flagWords: [
    ...VERBS_WITH_IZE.split(' ').flatMap((verb) => ENDINGS.map((end) => `${verb}is${end}->${verb}iz${end}`)),
    'analyze->analyse',
    'behaviors->behaviours',
    'canceled->cancelled',
    'catalog->catalogue',
    'catalogs->catalogues',
    'center->centre',
    'centers->centres',
    'gray->grey',
    'grays->greys',
    'labeling->labelling',
    // Words that the project does not use, with those that it uses.
    'anew->again',
    'answer->response, result',
    'answered->responded, returned',
    'answering->responding, returning',
    'answers->responses, results',
    'anybody->anyone',
    'begun->started',
    'cure->fix, solution',
    'cured->fixed',
    'cures->fixes',
    'dearest->preferred',
    'door->endpoint',
    'doors->endpoints',
    'ear->channel, listener',
    'ears->channels, listeners',
    'everybody->everyone',
    'foreign->cross-origin, unknown',
    'kind->type, sign-in method',
    'kinds->types, sign-in methods',
    'knock->request, call',
    'knocked->requested, called',
    'knocks->requests, calls',
    'mark->icon, trademark',
    'marks->icons, trademarks',
    'mend->fix',
    'mended->fixed',
    'mends->fixes',
    'namesake->user with the same e-mail address',
    'namesakes->users with the same e-mail address',
    'nobody->no user, no session',
    'ours->built-in',
    'people->users, visitors',
    'person->user, visitor',
    'persons->users, visitors',
    'proved->verified',
    'run-time->runtime',
    'run-times->runtimes',
    'somebody->a user, a client',
    'stranger->signed-out user, unknown client',
    'strangers->signed-out users, unknown clients',
    'tell->send, return, report',
    'telling->sending, returning, reporting',
    'tells->sends, returns, reports',
    'told->sent, returned, reported',
    'torn->incomplete',
    'unasked->not requested',
    'unproved->unverified',
    'unproven->unverified',
    'vendor->provider',
    'vendors->providers',
    'visit->request',
    'visited->requested',
    'visits->requests',
    'whoever->the user who, the client that',
    'whomever->the user whom',
  ],
}
