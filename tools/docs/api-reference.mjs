import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  Application,
  CommentTag,
  ContainerReflection,
  Converter,
  DeclarationReflection,
  ReflectionKind,
} from 'typedoc'
import { anchorOf } from '../../tests/support/applications/anchor.mjs'
import { isMain, root } from '../../tests/support/processes/workspace.mjs'
import { ENTRY_TEXTS } from './api-entry-texts.mjs'
import { DRIVER_SHAPES, MAPPED_METHODS } from './api-undocumented.mjs'
import { NESTED_TYPES, UNEXPORTED_TYPES } from './api-unexported.mjs'
import { entryPoints, isProvider, LIBRARY } from './entry-points.mjs'

/** What must have a docstring. The names and types of most properties say enough. */
const DOCUMENTED = /** @type {const} */ ([
  'Namespace',
  'Function',
  'Class',
  'Interface',
  'TypeAlias',
  'Variable',
  'CallSignature',
  'Accessor',
])

const OPTIONS = {
  plugin: ['typedoc-plugin-markdown'],
  name: 'API reference',
  basePath: LIBRARY,
  readme: 'none',
  router: 'module',
  groupOrder: ['Functions', 'Classes', 'Variables', '*', 'References'],
  disableSources: true,
  disableGit: true,
  // The compiler checks the declarations in another step. Here, errors in the declarations of a
  // framework would stop the reference.
  skipErrorChecking: true,
  excludeExternals: true,
  excludePrivate: true,
  excludeInternal: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  // Signatures are in code blocks, and HTML in docstrings is escaped: the site interprets neither.
  // `tidyPage` replaces them by those of the site, which numbers equal headings in another way.
  useHTMLAnchors: true,
  useCodeBlocks: true,
  sanitizeComments: true,
  parametersFormat: 'table',
  typeDeclarationFormat: 'table',
  entryFileName: 'index',
  requiredToBeDocumented: [...DOCUMENTED],
  intentionallyNotExported: Object.keys(UNEXPORTED_TYPES).filter((name) => !NESTED_TYPES.includes(name)),
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  treatWarningsAsErrors: true,
}

/**
 * Writes the reference of the public interface as Markdown: a page for each entry point, one for
 * all provider modules, and `index.md` with a list of them. The folder can be a part of the site.
 *
 * @param {string} folder which is replaced
 * @returns {Promise<boolean>} whether the docstrings are complete. The console says what is missing
 */
async function writeReference(folder) {
  const temporary = await mkdtemp(join(tmpdir(), 'latchkey-reference-'))
  try {
    const all = entryPoints()
    const app = await applicationFor(all, temporary)
    const project = await app.convert()
    if (!project) throw new Error('The declarations could not be read. Run `npm run build` first.')
    const modules = nameModules(project, all)
    removeInherited(project)
    nameParameters(project)
    app.options.setValue('intentionallyNotDocumented', undocumentedMethods(project))
    app.validate(project)
    const providers = modules.filter(({ entryPoint }) => isProvider(entryPoint))
    const lines = providers.map(({ module, entryPoint }) => providerLine(module, entryPoint))
    for (const { module } of providers) project.removeReflection(module)
    await rm(folder, { recursive: true, force: true })
    app.options.setValue('outputs', [{ name: 'markdown', path: folder }])
    await app.generateOutputs(project)
    const pages = await tidyPages(folder)
    await writeFile(join(folder, 'latchkey', 'provider-modules.md'), providersPage(lines))
    await writeFile(
      join(folder, 'index.md'),
      indexPage(
        all.filter((entryPoint) => !isProvider(entryPoint)),
        pages,
      ),
    )
    return app.logger.errorCount === 0 && app.logger.warningCount === 0
  } finally {
    await rm(temporary, { recursive: true })
  }
}

/**
 * @param {readonly import('./entry-points.mjs').EntryPoint[]} all
 * @param {string} folder for the settings of the compiler
 */
async function applicationFor(all, folder) {
  const files = all.map(({ types }) => join(LIBRARY, types))
  const tsconfig = join(folder, 'tsconfig.json')
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  }
  await writeFile(tsconfig, JSON.stringify({ compilerOptions, files }))
  const app = await Application.bootstrapWithPlugins(
    { ...OPTIONS, sort: ['source-order'], logLevel: 'Warn', tsconfig, entryPoints: files },
    [],
  )
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => listWithFunctions(project))
  return app
}

/**
 * Lists a constant that can be called among the functions, where readers look for `signIn`.
 *
 * @param {import('typedoc').ProjectReflection} project
 */
function listWithFunctions(project) {
  for (const constant of project.getReflectionsByKind(ReflectionKind.Variable))
    if (isCallable(/** @type {import('typedoc').DeclarationReflection} */ (constant).type))
      constant.comment?.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: 'Functions' }]))
}

/**
 * @param {import('typedoc').SomeType | undefined} type
 * @returns {boolean}
 */
function isCallable(type) {
  if (type?.type === 'reflection') return (type.declaration.signatures ?? []).length > 0
  const target = type?.type === 'reference' ? type.reflection : undefined
  if (!(target instanceof DeclarationReflection)) return false
  return (target.signatures ?? []).length > 0 || isCallable(target.type)
}

/**
 * Gives each module the name that applications import.
 *
 * @param {import('typedoc').ProjectReflection} project
 * @param {readonly import('./entry-points.mjs').EntryPoint[]} all
 */
function nameModules(project, all) {
  return all.map((entryPoint) => {
    const path = entryPoint.types.replace(/^\.\//, '').replace(/\.d\.ts$/, '')
    const names = [path, path.replace(/(?:^|\/)index$/, '')]
    const module = project
      .getChildrenByKind(ReflectionKind.Module)
      .find(({ name }) => names.includes(name) || name === entryPoint.specifier)
    if (!module) throw new Error(`The reference has no module for ${entryPoint.specifier}.`)
    module.name = entryPoint.specifier
    return { module, entryPoint }
  })
}

/**
 * Removes members that a class or interface inherits from one with a place in the reference, which
 * the page links to. The classes of errors would repeat the members of `AuthError` fifty times.
 *
 * @param {import('typedoc').ProjectReflection} project
 */
function removeInherited(project) {
  const members = project.getReflectionsByKind(
    ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.Accessor | ReflectionKind.Constructor,
  )
  for (const member of members) {
    if (!member.isDeclaration()) continue
    const isInherited = member.inheritedFrom ?? member.signatures?.some((one) => one.inheritedFrom)
    const isRepeated = isInherited || (member.overwrites && !member.hasComment())
    if (member.inheritedFrom?.reflection || (isRepeated && isErrorClass(member.parent))) {
      project.removeReflection(member)
      removeFromGroups(member)
    }
  }
}

/**
 * Names parameters that the code takes apart, which have no name of their own.
 *
 * @param {import('typedoc').ProjectReflection} project
 */
function nameParameters(project) {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === '__namedParameters') parameter.name = 'options'
}

/**
 * Removes a member from the list that its page shows.
 *
 * @param {import('typedoc').DeclarationReflection} member
 */
function removeFromGroups(member) {
  const { parent } = member
  if (!(parent instanceof ContainerReflection) || !parent.groups) return
  for (const group of parent.groups) group.children = group.children.filter((child) => child !== member)
  parent.groups = parent.groups.filter(({ children }) => children.length > 0)
}

/**
 * Says whether a class extends `AuthError`.
 *
 * @param {import('typedoc').Reflection | undefined} owner
 */
function isErrorClass(owner) {
  return owner?.kindOf(ReflectionKind.Class) === true && owner.name !== 'AuthError'
}

/**
 * Returns the full names of methods that need no docstring.
 *
 * @param {import('typedoc').ProjectReflection} project
 */
function undocumentedMethods(project) {
  const ofDrivers = project.getReflectionsByKind(ReflectionKind.CallSignature).filter(isInDriverShape)
  const mapped = project
    .getReflectionsByKind(ReflectionKind.Property)
    .filter((property) => MAPPED_METHODS.includes(property.name))
  const names = [...ofDrivers, ...mapped]
    .filter((reflection) => !reflection.hasComment())
    .map((reflection) => reflection.getFriendlyFullName())
  return [...new Set(names)]
}

/** @param {import('typedoc').Reflection} reflection @returns {boolean} */
function isInDriverShape({ name, parent }) {
  if (DRIVER_SHAPES.includes(name)) return true
  return parent !== undefined && !parent.kindOf(ReflectionKind.Parameter) && isInDriverShape(parent)
}

/**
 * The pages of providers that have none in `docs/providers`, because they belong to no service.
 *
 * @type {Readonly<Record<string, string>>}
 */
const GUIDES = {
  code: 'sign-in/text-message-codes.md',
  credentials: 'sign-in/passwords.md',
  password: 'sign-in/passwords.md',
  email: 'sign-in/email.md',
  passkey: 'sign-in/passkeys.md',
  webauthn: 'sign-in/passkeys.md',
}

/**
 * Returns the row of a provider in the table: its import, its function and its types.
 *
 * @param {import('typedoc').DeclarationReflection} module
 * @param {import('./entry-points.mjs').EntryPoint} entryPoint
 */
function providerLine(module, { specifier }) {
  const children = module.children ?? []
  const main = children.find(({ name }) => name === 'default')
  const others = children.filter(({ name }) => name !== 'default').map(({ name }) => `\`${name}\``)
  const parameters = main?.signatures?.[0]?.parameters?.map(({ type }) => `\`${type}\``) ?? []
  const id = specifier.split('/').at(-1) ?? ''
  const page = GUIDES[id] ?? `providers/${id}.md`
  const cells = [`[\`${specifier}\`](../../${page})`, parameters.join(', '), others.join(', ')]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** @param {readonly string[]} lines */
function providersPage(lines) {
  return `# latchkey/providers/*

Each module exports a function by default, which returns a provider. The pages of the providers say how to
register the application, which scopes it needs, and what the provider does not do.

| Module | Options | Types |
|---|---|---|
${lines.join('\n')}
`
}

/**
 * @param {readonly import('./entry-points.mjs').EntryPoint[]} all
 * @param {ReadonlyMap<string, string>} pages
 */
function indexPage(all, pages) {
  const rows = all.map(({ specifier }) => {
    const text = ENTRY_TEXTS[specifier]
    if (!text) throw new Error(`Add a sentence about ${specifier} to tools/docs/api-entry-texts.mjs.`)
    return `| [\`${specifier}\`](${pages.get(specifier)}) | ${text} |`
  })
  return `# API reference

All modules that applications can import. The pages are generated from the docstrings.

| Module | Content |
|---|---|
${rows.join('\n')}
| [\`latchkey/providers/*\`](latchkey/provider-modules.md) | Over 100 providers, one in each module. |
`
}

/**
 * @param {string} folder
 * @returns {Promise<Map<string, string>>} the pages, by their titles
 */
async function tidyPages(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md'))
  // The page of `latchkey/jwt` has a number, because of the type `JWT`.
  const written = await Promise.all(
    files.map(async (file) => ({
      name: file.replaceAll('\\', '/').replace(/-1\.md$/, '.md'),
      page: (await readFile(join(folder, file), 'utf8')).replaceAll(/(?<=\]\([^)\s]*)-1\.md/g, '.md'),
    })),
  )
  const anchors = new Map(written.map(({ name, page }) => [name, siteAnchors(page)]))
  for (const file of files) await rm(join(folder, file))
  for (const { name, page } of written) {
    const toAnchor = (/** @type {string} */ path, /** @type {string} */ anchor) =>
      anchors.get(path === '' ? name : posix.join(posix.dirname(name), path))?.get(anchor) ?? anchor
    await writeFile(join(folder, name), tidyPage(page, toAnchor))
  }
  return new Map(written.map(({ name, page }) => [/^# (.*)/.exec(page)?.[1] ?? name, name]))
}

/**
 * Returns the anchors that the site gives to the headings of a page, by those of typedoc.
 *
 * @param {string} page
 * @returns {Map<string, string>}
 */
function siteAnchors(page) {
  const [anchors, used] = [new Map(), new Set()]
  const heading = /^```[\s\S]*?^```$|^(?:<a id="([^"]*)"><\/a>\n\n)?#+ (.*)$/gm
  for (const [, anchor, text] of page.matchAll(heading)) {
    if (text === undefined) continue
    const slug = anchorOf(text)
    let unique = slug
    for (let count = 1; used.has(unique); count += 1) unique = `${slug}-${count}`
    used.add(unique)
    if (anchor) anchors.set(anchor, unique)
  }
  return anchors
}

/**
 * Returns a page in which sections that follow each other and have the same heading are one, and
 * unions in tables start with their first type.
 *
 * @param {string} page
 * @param {(path: string, anchor: string) => string} [toAnchor] returns the site's anchor for a link
 */
export function tidyPage(page, toAnchor = (_path, anchor) => anchor) {
  const repeated = /^(#{2,6} (?:Throws|See|Example))\n\n((?:(?!^#|^\*\*\*).*\n)*?)\n\1\n\n/gm
  let [before, after] = ['', page]
  while (before !== after) [before, after] = [after, after.replace(repeated, '$1\n\n$2\n')]
  return outsideCode(after, (text) =>
    text
      .replaceAll(/<a id="[^"]*"><\/a>(?:\n\n| )/g, '')
      .replaceAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g, (_, path, anchor) => `](${path}#${toAnchor(path, anchor)})`)
      .replaceAll(/(?<!\\)\| \\\| /g, '| ')
      // Vue would interpret them.
      .replaceAll('{{', '&#123;&#123;'),
  )
}

/**
 * @param {string} page
 * @param {(text: string) => string} change
 */
function outsideCode(page, change) {
  return page
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

/** Writes the pages with `--out <folder>`, else only checks the docstrings. */
async function main() {
  const { values } = parseArgs({ options: { out: { type: 'string' } } })
  const folder = values.out ? resolve(values.out) : await mkdtemp(join(tmpdir(), 'latchkey-reference-'))
  try {
    process.exitCode = (await writeReference(folder)) ? 0 : 1
  } finally {
    if (!values.out) await rm(folder, { recursive: true, force: true })
  }
}

if (isMain(import.meta.url)) await main()
