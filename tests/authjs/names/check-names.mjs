import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { root } from '../../support/processes/workspace.mjs'
import { NAMES, PROPERTIES } from './exceptions.mjs'
import { findReplacement, RENAMED } from './specifiers.mjs'

const workspace = join(root, 'tests', 'authjs')

/** The folders of the published packages. */
const PACKAGES = {
  '@auth/core': join(workspace, 'node_modules', '@auth', 'core'),
  '@auth/sveltekit': join(workspace, 'node_modules', '@auth', 'sveltekit'),
  'next-auth': join(root, 'node_modules', 'next-auth'),
}

/**
 * All exports of `@auth/solid-start` 0.19.2 and of its client. The package needs a SolidStart that
 * cannot be installed beside SolidStart 2. Its other modules export those of `@auth/core` again.
 *
 * @type {Record<string, string[]>}
 */
const SOLID_START = {
  '@auth/solid-start': [
    ...['AuthError', 'CredentialsSignin', 'SolidAuth', 'customFetch', 'getSession'],
    ...['Account', 'DefaultSession', 'GetSessionResult', 'Profile', 'Session', 'SolidAuthConfig', 'User'],
  ],
  '@auth/solid-start/client': ['SignInAuthorizationParams', 'SignInResponse', 'signIn', 'signOut'],
}

/** @type {ts.CompilerOptions} */
const OPTIONS = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
}

/**
 * A module of Auth.js, and the declaration file of the module that replaces it.
 *
 * @typedef {{ name: string, file: string, own: string | undefined }} Module
 */

/**
 * Compares what the published packages of Auth.js export with what the library exports under the
 * modules that replace there: the names, whether each is a value or a type, how many type
 * arguments it accepts, and the properties of types.
 *
 * @param {string[]} [customConditions] `@latchkey/source` reads the sources of the library instead
 *   of the built one
 * @returns {Map<string, string>} what differs, by `module`, `module name` or `module type.property`
 */
export function findDifferences(customConditions = []) {
  const options = { ...OPTIONS, customConditions }
  const modules = Object.entries(PACKAGES).flatMap(([name, folder]) => listModules(name, folder, options))
  const solidStart = Object.keys(SOLID_START).map((name) => findOwnFile(name, options))
  const files = [...modules.map(({ file }) => file), ...modules.map(({ own }) => own), ...solidStart]
  const program = ts.createProgram([...new Set(files.filter((file) => file !== undefined))], options)
  return new Map(
    [...modules.flatMap((module) => compare(program, module)), ...compareDocumented(program)].map(
      ({ key, text }) => [key, text],
    ),
  )
}

/**
 * Compares the differences with the exceptions.
 *
 * @param {ReadonlyMap<string, string>} differences
 * @param {{ names?: typeof NAMES, properties?: typeof PROPERTIES }} [exceptions]
 * @returns {string[]} one line for each difference that is no exception, and for each exception
 *   that is no difference
 */
export function compareWithExceptions(differences, { names = NAMES, properties = PROPERTIES } = {}) {
  const listed = new Set(toKeys(names, properties))
  const exceptionFor = (/** @type {string} */ key) =>
    [key, key.replace(/\.[^.]*$/, '.*')].find((exception) => listed.has(exception))
  const used = new Set([...differences.keys()].map(exceptionFor))
  return [
    ...[...differences].filter(([key]) => !exceptionFor(key)).map(([key, text]) => `${key}: ${text}`),
    ...[...listed].filter((key) => !used.has(key)).map((key) => `${key}: the exception is not needed`),
  ]
}

/**
 * Returns the exceptions as the keys of differences: `module`, `module name`,
 * `module type.property`, or `module type.*` for any property.
 *
 * @param {typeof NAMES} names
 * @param {typeof PROPERTIES} properties
 */
function toKeys(names, properties) {
  return [
    ...Object.entries(names).flatMap(([module, reasons]) =>
      typeof reasons === 'string' ? [module] : Object.keys(reasons).map((name) => `${module} ${name}`),
    ),
    ...Object.entries(properties).flatMap(([module, types]) =>
      Object.entries(types).flatMap(([type, reasons]) =>
        Object.keys(reasons).map((property) => `${module} ${type}.${property}`),
      ),
    ),
  ]
}

/**
 * Returns the modules that a package exports types for.
 *
 * @param {string} name
 * @param {string} folder
 * @param {ts.CompilerOptions} options
 * @returns {Module[]}
 */
function listModules(name, folder, options) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const targets = Object.entries(exports).filter(([, target]) => typeof target.types === 'string')
  return targets.flatMap(([entry, { types }]) => {
    const specifier = `${name}${entry.slice(1)}`
    const files = types.includes('*') ? filesLike(join(folder, types)) : [join(folder, types)]
    return files.map((file) => {
      const module = specifier.replace('*', basename(file, '.d.ts'))
      return { name: module, file, own: findOwnFile(module, options) }
    })
  })
}

/** @param {string} pattern */
function filesLike(pattern) {
  const [folder = '', ending = ''] = pattern.split('*')
  return ts.sys.readDirectory(folder, undefined, undefined, [`*${ending}`])
}

/**
 * @param {string} specifier of a module of Auth.js
 * @param {ts.CompilerOptions} options
 * @returns {string | undefined} the file of the module that replaces it
 */
function findOwnFile(specifier, options) {
  const name = findReplacement(specifier) ?? specifier
  return ts.resolveModuleName(name, join(workspace, 'index.ts'), options, ts.sys).resolvedModule
    ?.resolvedFileName
}

/**
 * Returns the module of the core for a module that only exports it again.
 *
 * @param {string} name
 */
function findOrigin(name) {
  return name
    .replace(/^(?:next-auth|@auth\/sveltekit)\/(providers|adapters|jwt)\b/, '@auth/core/$1')
    .replace(/\/providers\/(?:index|oauth)$/, '/providers')
}

/**
 * @param {ts.Program} program
 * @param {Module} module
 * @returns {{ key: string, text: string }[]}
 */
function compare(program, { name, file, own }) {
  const module = findOrigin(name)
  if (own === undefined) return [{ key: module, text: `there is no ${findReplacement(name)}` }]
  const found = listExports(program, own)
  return [...listExports(program, file)].flatMap(([published, symbol]) => {
    const key = `${module} ${published}`
    const counterpart = found.get(RENAMED[published] ?? published)
    if (counterpart === undefined) return [{ key, text: `missing in ${findReplacement(name)}` }]
    const text = findDifference(program, symbol, counterpart)
    if (text !== undefined) return [{ key, text }]
    return missingProperties(program, symbol, counterpart).map((property) => ({
      key: `${key}.${property}`,
      text: `the property is missing in ${findReplacement(name)}`,
    }))
  })
}

/** @param {ts.Program} program */
function compareDocumented(program) {
  return Object.entries(SOLID_START).flatMap(([module, names]) => {
    const found = listExports(program, findOwnFile(module, program.getCompilerOptions()) ?? '')
    return names
      .filter((name) => !found.has(RENAMED[name] ?? name))
      .map((name) => ({ key: `${module} ${name}`, text: `missing in ${findReplacement(module)}` }))
  })
}

/**
 * @param {ts.Program} program
 * @param {string} file
 * @returns {Map<string, ts.Symbol>}
 */
function listExports(program, file) {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file) ?? program.getSourceFile(ts.sys.realpath?.(file) ?? file)
  const symbol = source && checker.getSymbolAtLocation(source)
  const names = symbol ? checker.getExportsOfModule(symbol) : []
  return new Map(
    names.map((one) => [one.name, one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one]),
  )
}

/**
 * @param {ts.Program} program
 * @param {ts.Symbol} published
 * @param {ts.Symbol} own
 * @returns {string | undefined}
 */
function findDifference(program, published, own) {
  for (const [flag, noun] of [
    [ts.SymbolFlags.Value, 'value'],
    [ts.SymbolFlags.Type, 'type'],
  ])
    if (published.flags & Number(flag) && !(own.flags & Number(flag))) return `is a ${noun} in Auth.js only`
  const [there, here] = [published, own].map((symbol) => countTypeArguments(program, symbol))
  if (there && here && (here.max < there.max || here.min > there.min))
    return `accepts ${here.min} to ${here.max} type arguments, in Auth.js ${there.min} to ${there.max}`
  return undefined
}

/**
 * Returns how many type arguments a type or a function accepts.
 *
 * @param {ts.Program} program
 * @param {ts.Symbol} symbol
 */
function countTypeArguments(program, symbol) {
  const checker = program.getTypeChecker()
  const [declaration] = symbol.declarations ?? []
  if (symbol.flags & ts.SymbolFlags.Value && declaration) {
    const signatures = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures()
    const counts = signatures.map(({ typeParameters = [] }) => typeParameters.length)
    return { min: 0, max: Math.max(0, ...counts) }
  }
  const parameters =
    symbol.declarations?.flatMap((one) => ('typeParameters' in one ? [one.typeParameters ?? []] : [])) ?? []
  const [first = []] = /** @type {ts.TypeParameterDeclaration[][]} */ (parameters)
  return { min: first.filter((parameter) => parameter.default === undefined).length, max: first.length }
}

/**
 * Returns the properties of a type that its counterpart neither declares nor accepts by an index
 * signature.
 *
 * @param {ts.Program} program
 * @param {ts.Symbol} published
 * @param {ts.Symbol} own
 * @returns {string[]}
 */
function missingProperties(program, published, own) {
  if (!(published.flags & ts.SymbolFlags.Type)) return []
  const checker = program.getTypeChecker()
  const [there, here] = [published, own].map((symbol) => checker.getDeclaredTypeOfSymbol(symbol))
  if (!there || !here || here.getStringIndexType()) return []
  const inputs = program.getSourceFiles().filter(({ fileName }) => /\/(?:preact|typescript)\//.test(fileName))
  return checker
    .getPropertiesOfType(there)
    .filter(({ name }) => !name.startsWith('__') && checker.getPropertyOfType(here, name) === undefined)
    .filter(({ declarations = [] }) => !declarations.some((one) => inputs.includes(one.getSourceFile())))
    .map(({ name }) => name)
}
