import { describe, expect, it } from 'vitest'
import { findWords } from './check-words.mjs'

/** The banned words of a file, as `line:found`. */
function check(text: string, file = 'packages/latchkey/src/sample.ts'): string[] {
  return findWords(file, text)
    .filter(({ exception }) => exception === undefined)
    .map(({ line, found }) => `${line}:${found}`)
}

const PAGE = 'docs/sample.md'

it('names the file, the line, the word and the replacement', () => {
  expect(findWords(PAGE, 'Fine.\n\nUse a door.')).toEqual([
    {
      file: PAGE,
      line: 3,
      place: 'prose',
      found: 'door',
      form: 'door',
      use: 'endpoint; for the first path segment: action',
      exception: undefined,
    },
  ])
})

describe('on a page, it reads', () => {
  it.each([
    ['text', 'A Door.\n', ['1:Door']],
    ['a heading', '# Two doors\n', ['1:doors']],
    ['the text of a link', '[Every door](x.md)\n', ['1:door']],
    ['a phrase across two lines', 'One run\ntime.\n', ['1:run time']],
    ['text behind a fence', '```ts\ndoor\n```\ndoor\n', ['4:door']],
  ])('%s', (_, text, found) => {
    expect(check(text, PAGE)).toEqual(found)
  })

  it.each([
    ['a fence', '```ts\nopen(door)\n```\n'],
    ['a fence in a list', '- Call it:\n\n  ```ts\n  open(door)\n  ```\n'],
    ['a fence that does not end', '```\nopen(door)\n'],
    ['inline code', 'Call `open(door)` or ``a ` door``.\n'],
    ['the target of a link', '[Endpoints](docs/door.md#the-door) and ![a](<door> "x")\n'],
    ['the definition of a link', '[endpoints]: door\n'],
    ['a member or a setting', 'Use door.handle or door=1 or door(1).\n'],
    ['an address', 'See https://example.com/a/door.\n'],
    ['the name of a file', 'The file is src/door-url.ts or door.ts.\n'],
    ['an anchor in a file', 'See decisions/a.md#the-door and a.md#the-door.\n'],
    ['the name of a folder', 'The folder is doors/, below it /door.\n'],
    ['an attribute of a tag', '<img alt="" class="door">\n'],
  ])('not %s', (_, text) => {
    expect(check(text, PAGE)).toEqual([])
  })
})

describe('in a table of tab-separated values, it reads', () => {
  const TABLE = 'docs/spec/statements.tsv'

  it.each([
    ['the heading of a group', '# EP Doors\n', ['1:Doors']],
    ['each cell', 'EP-1\tcore\tA session.\nEP-2\tcore\tA door.\n', ['2:door']],
    ['a cell behind one with a single backtick', 'EP-1\tA `.\nEP-2\tA door.\nEP-3\tA `.\n', ['2:door']],
  ])('%s', (_, text, found) => {
    expect(check(text, TABLE)).toEqual(found)
  })

  it.each([
    ['code', 'EP-1\tcore\tCalls `door()`.\n'],
    ['a page with an anchor', 'EP-1\thost\tA page.\tdocs/door.md#the-door\n'],
    ['a phrase across two cells or lines', 'EP-1\tOn any run\ttime.\nEP-2\tOn any run\ntime\n'],
  ])('not %s', (_, text) => {
    expect(check(text, TABLE)).toEqual([])
  })
})

describe('in a source file, it reads', () => {
  it.each([
    ['a comment', '// Opens the door.\n', ['1:door']],
    ['a docstring, across two lines', '/**\n * On any run\n * time.\n */\nlet a\n', ['2:run time']],
    ['two comments as one text', '  // On any run\n  // time.\n', ['1:run time']],
    ['a text', "throw new Error('The door is shut.')\n", ['1:door']],
    ['the text of a template', `log('a', \`The door of \${id} is shut.\`)\n`, ['1:door']],
    ['a test title', "it('opens the door', () => {})\n", ['1:door']],
  ])('%s', (_, text, found) => {
    expect(check(text)).toEqual(found)
  })

  it('the text of JSX', () => {
    expect(check('const page = <p title="A door here">The\n door</p>\n', 'scripts/page.tsx')).toEqual([
      '1:door',
      '2:door',
    ])
  })

  it('the script, the markup, the attributes and the comments of a Svelte component', () => {
    const text = `<script lang="ts">
  // A door.
  let door = 'x > y'
</script>

<!-- Another door. -->
<a href="/door" class="the door" title="To the door" onclick={() => open(door)}>A door {door}</a>
`
    expect(check(text, 'examples/Door.svelte')).toEqual([
      '1:Door',
      '2:door',
      '3:door',
      '6:door',
      '7:door',
      '7:door',
    ])
  })

  it.each([
    ['code', 'open(door, a.door, { door: 1 })\n'],
    ['a text of one word', "open('door')\n"],
    ['two texts as one phrase', "write('on any run', 'time is fine')\n"],
    ['code in a comment', '// `door` and {@link door}.\n'],
    ['an example in a docstring', '/**\n * @example\n * ```ts\n * open(door)\n * ```\n */\nlet a\n'],
    [
      'a type or a name in a tag',
      '/** @param {{ id: Door }} door the endpoint @throws {Door} never */\nlet a\n',
    ],
    ['a regular expression', 'match(/the door \\/\\/ here/)\n'],
  ])('not %s', (_, text) => {
    expect(check(text)).toEqual([])
  })
})

describe('of names, it reads', () => {
  it.each([
    ['a variable', 'const doorUrl = 1', ['1:doorUrl']],
    ['a constant', 'const SCRIPT_DOORS = 1', ['1:SCRIPT_DOORS']],
    ['a function', 'function isOurDoor() {}', ['1:isOurDoor']],
    ['a parameter', 'use((door) => {})', ['1:door']],
    ['a variable that renames a property', 'const { path: door } = x', ['1:door']],
    ['the rest of an object', 'const { ...doors } = x', ['1:doors']],
    ['a property of a type', 'interface A {\n  readonly door: string\n}', ['2:door']],
    ['a private member', 'class A {\n  #door = 1\n}', ['2:#door']],
    ['a type', 'type CookieKind = string', ['1:CookieKind']],
    ['a literal of a type', "type A = 'form' | 'kind'", ['1:kind']],
    ['a type parameter', 'type A<Door> = Door', ['1:Door']],
    [
      'the start of a name',
      'const MOST_KEYS = 1, mostEntries = 2, most = 3',
      ['1:MOST_KEYS', '1:mostEntries'],
    ],
    ['a whole type', 'interface Settled {}\nconst Settled = 1', ['1:Settled']],
    ['two words of a name', 'const returnUrls = 1', ['1:returnUrls']],
  ])('%s', (_, text, found) => {
    expect(check(text)).toEqual(found)
  })

  it('those that docstrings of JavaScript declare', () => {
    const text =
      '/**\n * @typedef {object} Door\n * @property {{ door: string }} a\n * @property {string} door\n */\n'
    expect(check(text, 'scripts/sample.mjs')).toEqual(['2:Door', '3:door', '4:door'])
  })

  it('the name of a file', () => {
    expect(check('', 'packages/latchkey/src/http/door-url.ts')).toEqual(['1:door-url'])
    expect(check('', 'docs/doors.md')).toEqual(['1:doors'])
  })

  it.each([
    ['a property of another package', 'node.kind === SyntaxKind.Door'],
    ['a property that a variable is named by', 'const { kind } = node'],
    ['the type of a property', "type A = Node['kind']"],
    ['an import', "import { door } from 'elsewhere'"],
    ['a longer word', 'const indoors = 1, outlook = 2, near = 3'],
    ['the usual name lookUp', 'function lookUp() {}'],
  ])('not %s', (_, text) => {
    expect(check(text)).toEqual([])
  })
})

it('finds an old public name everywhere, in code too', () => {
  expect(check('```ts\nAuth({ unprovenAccounts })\n```\nand `unprovenAccounts`', PAGE)).toEqual([
    '2:unprovenAccounts',
    '4:unprovenAccounts',
  ])
})

describe('ordinary English is allowed:', () => {
  it.each([
    'What kind of provider is it?',
    'Look at the log, then look up the id.',
    'The page answers a question, and the server answers every request.',
    'Two users visit the same page.',
    'The user can tell the two accounts apart.',
    'A foreign key refers to the user.',
    'Each run times out after a minute.',
    'The body is over 64 KiB; the connection is over TLS.',
    'Who can register a passkey?',
    'Mark the cookie as used. A question mark follows.',
    'The statement is proved by a test.',
    'The earth turns, the morning passes, a personal token is outdoors.',
  ])('%s', (text) => {
    expect(check(text, PAGE)).toEqual([])
  })

  it.each([
    ['Every kind is loaded later.', '1:kind'],
    ['The session is over.', '1:is over'],
    ['Who signs in again gets a new one.', '1:Who'],
    ['It tells the browser that it is there.', '1:tells'],
    ['The answer has no cookie.', '1:answer'],
    ['A mark of the provider.', '1:mark'],
  ])('but not: %s', (text, found) => {
    expect(check(text, PAGE)).toEqual([found])
  })
})

describe('an exception', () => {
  it('allows a word where the list says so', () => {
    const text = 'const visit = 1\n// A visit.\n'
    expect(check(text, 'scripts/sample.mjs')).toEqual(['2:visit'])
    expect(check(text)).toEqual(['1:visit', '2:visit'])
  })

  it('allows everything in the text of others', () => {
    expect(check('A door.', 'LICENSE')).toEqual([])
    expect(check('A door.', 'docs/LICENSE')).toEqual([])
    expect(check('A door.', 'docs/licenses.md')).toEqual(['1:door'])
  })
})
