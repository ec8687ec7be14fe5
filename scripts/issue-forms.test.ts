import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { brokenLinks, mistakesOfForm } from './issue-forms.mjs'
import { OWNER, REPOSITORY } from './repository.mjs'
import { root } from './workspace.mjs'

const FOLDER = join(root, '.github', 'ISSUE_TEMPLATE')
const FORMS = readdirSync(FOLDER).filter((file) => file !== 'config.yml')

interface Form {
  body: { id?: string; attributes: { label?: string; description?: string }; validations?: object }[]
}

function readForm(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}

function requiredFields(file: string): (string | undefined)[] {
  const { body }: Form = parse(readForm(file))
  return body
    .filter(({ validations = {} }) => 'required' in validations && validations.required)
    .map(({ id }) => id)
}

describe('the issue forms', () => {
  it.each(FORMS)('are valid: %s', (file) => {
    expect(mistakesOfForm(readForm(file))).toEqual([])
  })

  it.each([
    ['bug.yml', ['integration', 'behaviour', 'reproduction', 'versions', 'configuration', 'deployment']],
    ['provider.yml', ['problem', 'provider', 'documentation', 'behaviour', 'version']],
    ['docs.yml', ['page', 'problem']],
    ['idea.yml', ['problem', 'today']],
  ])('require what is needed to help: %s', (file, fields) => {
    expect(requiredFields(file)).toEqual(fields)
  })

  it('have different names', () => {
    const names = FORMS.map((file) => parse(readForm(file)).name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('ask for the versions of the packages that the library works with', () => {
    const { body }: Form = parse(readForm('bug.yml'))
    const command = body.find(({ id }) => id === 'versions')?.attributes.description
    const { peerDependencies } = JSON.parse(
      readFileSync(join(root, 'packages', 'latchkey', 'package.json'), 'utf8'),
    )
    const asked = /^npm ls --depth=0 (.+)$/m.exec(command ?? '')?.[1]?.split(' ') ?? []
    expect(asked).toEqual(expect.arrayContaining(['latchkey', ...Object.keys(peerDependencies)]))
  })

  it('allow no blank issue, and lead security problems to a private report', () => {
    const config = parse(readForm('config.yml'))
    expect(config.blank_issues_enabled).toBe(false)
    expect(config.contact_links[0]).toMatchObject({
      name: 'Security problem',
      url: `${REPOSITORY}/security/advisories/new`,
    })
    for (const link of config.contact_links)
      expect(Object.keys(link).sort(), link.name).toEqual(['about', 'name', 'url'])
  })
})

describe('the files for contributors', () => {
  const files = [
    ...readdirSync(FOLDER).map((file) => join('.github', 'ISSUE_TEMPLATE', file)),
    join('.github', 'pull_request_template.md'),
    'SUPPORT.md',
    'CODE_OF_CONDUCT.md',
  ]

  it.each(files)('name no owner but that of the repository: %s', (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const owners = [...text.matchAll(/github\.com\/([\w-]+)/g)].map(([, owner]) => owner)
    expect(owners.filter((owner) => owner !== OWNER)).toEqual([])
  })

  it.each(files)('link files and headings that exist: %s', (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    expect(brokenLinks(text.replaceAll(`(${REPOSITORY}/`, '(../'))).toEqual([])
    const addresses = [...text.matchAll(/url: (\S+)/g)].map(([, url = '']) => url.replace(REPOSITORY, '..'))
    expect(brokenLinks(addresses.map((url) => `](${url})`).join('\n'))).toEqual([])
  })
})

describe('the check of a form', () => {
  const form = (...lines: string[]) => ['name: A', 'description: B', 'body:', ...lines].join('\n')
  const field = (attributes: string, more = '') =>
    form(`  - { type: input, id: a, attributes: { ${attributes} }${more} }`)

  it('accepts a field with a label', () => {
    expect(mistakesOfForm(field('label: A'))).toEqual([])
  })

  const inputs = (...attributes: string[]) =>
    form(...attributes.map((text) => `  - { type: input, ${text} }`))
  const dropdown = (options: string) =>
    form(`  - { type: dropdown, id: a, attributes: { label: A, options: [${options}] } }`)

  it.each([
    ['no description', field('label: A').replace(/^desc.*\n/m, ''), 'The form needs a text `description`.'],
    ['no field', form('  - { type: markdown, attributes: { value: A } }'), 'The form has no field.'],
    ['an unknown key', `${field('label: A')}\nabout: B`, 'A form has no key `about`.'],
    [
      'an unknown type',
      form('  - { type: text, id: a }', '  - { type: input, id: b, attributes: { label: B } }'),
      'body[0] has the type "text", which does not exist.',
    ],
    [
      'a field without an id',
      inputs('attributes: { label: A }'),
      'body[0] needs an `id` of letters, digits, - and _.',
    ],
    ['a field without a label', field('description: A'), 'body[0] needs `label`.'],
    [
      'an attribute of another type',
      field('label: A, render: text'),
      'body[0] has the attribute `render`, which `input` does not have.',
    ],
    [
      'a label for credentials',
      field('label: Client secret'),
      'body[0]: GitHub rejects the label "Client secret", because it asks for credentials.',
    ],
    ['a label that is not text', field('label: true'), 'body[0]: `label` is not text. Quote it.'],
    [
      'a validation without a boolean',
      field('label: A', ', validations: { required: "yes" }'),
      'body[0]: the validation `required` is not possible here.',
    ],
    [
      'an option that YAML reads as a boolean',
      dropdown('true'),
      'body[0]: the option true is not possible. Quote or rename it.',
    ],
    [
      'an option that GitHub adds itself',
      dropdown('None'),
      'body[0]: the option "None" is not possible. Quote or rename it.',
    ],
    ['no options', dropdown(''), 'body[0] has no options.'],
    ['a repeated option', dropdown('B, B'), 'body[0] has the option "B" twice.'],
    [
      'a repeated id',
      inputs('id: a, attributes: { label: A }', 'id: a, attributes: { label: B }'),
      'Two fields have the id "a".',
    ],
    [
      'a repeated label',
      inputs('id: a, attributes: { label: A }', 'id: b, attributes: { label: A }'),
      'Two fields have the label "A".',
    ],
  ])('rejects %s', (_, text, mistake) => {
    expect(mistakesOfForm(text)).toEqual([mistake])
  })

  it('finds a link to a file or a heading that does not exist', () => {
    const links = ['README.md', 'README.md#features', 'NONE.md', 'README.md#none']
    expect(brokenLinks(links.map((link) => `[a](../blob/HEAD/${link})`).join(' '))).toEqual([
      'NONE.md',
      'README.md#none',
    ])
  })
})
