import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { isMain } from '../../tests/support/processes/workspace.mjs'
import { UNEXPORTED_TYPES } from './api-unexported.mjs'
import { entryPoints, isProvider, LIBRARY } from './entry-points.mjs'

const REPORTS = join(LIBRARY, 'api')

const ENDING = '.api.md'

/** The report with the types in signatures that no entry point exports. */
const UNEXPORTED = `unexported${ENDING}`

const FIX = 'If the change is intended, run `npm run update -- api`, and add a changeset.'

const NOTHING = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false }

const FORGOTTEN_EXPORT = { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: false }

/**
 * Writes the reports of the public interface: the signatures of everything that applications can
 * import, without comments. There is one for each entry point, one for all provider modules, and
 * one for types that occur in signatures and that no entry point exports.
 *
 * @param {string} target a folder, which is created
 * @returns {Promise<string[]>} the names of those types
 */
async function writeReports(target) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-api-'))
  try {
    await mkdir(join(folder, 'api'))
    const all = await writeExports(join(folder, 'all.d.ts'), entryPoints())
    const { reports, unexported } = await extract(folder, await reportedFiles(folder), all)
    await mkdir(target)
    for (const [name, text] of reports) await writeFile(join(target, name), text)
    return unexported
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Returns the name of each report and the declarations that it is about.
 *
 * @param {string} folder for declarations that combine several modules
 */
async function reportedFiles(folder) {
  const all = entryPoints()
  const providers = await writeExports(join(folder, 'providers.d.ts'), all.filter(isProvider))
  const others = all.filter((entryPoint) => !isProvider(entryPoint))
  return [
    ...others.map(({ specifier, types }) => ({ name: reportName(specifier), file: join(LIBRARY, types) })),
    { name: `provider-modules${ENDING}`, file: providers },
  ]
}

/**
 * Writes declarations that export several modules, each below the name of its file.
 *
 * @param {string} file
 * @param {readonly import('./entry-points.mjs').EntryPoint[]} modules
 */
async function writeExports(file, modules) {
  const lines = modules.map(({ specifier, types }) => {
    const name = specifier.replaceAll(/\W/g, '_').replace(/^latchkey_providers_/, 'provider_')
    return `export * as ${name} from '${join(LIBRARY, types).replace(/\.d\.ts$/, '.js')}'\n`
  })
  await writeFile(file, lines.join(''))
  return file
}

/** @param {string} specifier */
function reportName(specifier) {
  return (specifier.split('/').slice(1).join('-') || 'index') + ENDING
}

/**
 * @param {string} folder
 * @param {readonly { name: string, file: string }[]} files
 * @param {string} all declarations that export all modules
 * @returns {Promise<{ reports: Map<string, string>, unexported: string[] }>} `reports`: by file name
 */
async function extract(folder, files, all) {
  const whole = { name: UNEXPORTED, file: all }
  // All entry points are compiled together, once.
  const state = CompilerState.create(configOf(folder, whole), {
    additionalEntryPoints: files.map(({ file }) => file),
  })
  for (const report of files) invoke(state, configOf(folder, report))
  const unexported = invoke(state, configOf(folder, whole, { includeForgottenExports: true }))
  const reports = new Map()
  for (const { name } of files) reports.set(name, await readReport(folder, name))
  reports.set(UNEXPORTED, onlyDeclarationsOf(await readReport(folder, UNEXPORTED), unexported))
  return { reports, unexported }
}

/**
 * @param {CompilerState} compilerState
 * @param {ExtractorConfig} config
 * @returns {string[]} the types that the signatures need and the declarations do not export
 */
function invoke(compilerState, config) {
  /** @type {Set<string>} */
  const unexported = new Set()
  Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error
      const [, name] = /^The symbol "([^"]+)" needs to be exported/.exec(message.text) ?? []
      if (name) unexported.add(name)
    },
  })
  return [...unexported].sort()
}

/**
 * Returns a report with its own title, without the notes about missing comments. The API reference
 * checks comments.
 *
 * @param {string} folder
 * @param {string} name
 */
async function readReport(folder, name) {
  const text = await readFile(join(folder, 'api', name), 'utf8')
  const title = `# API report: ${name.slice(0, -ENDING.length)}`
  return text
    .replace(/^## .*/, title)
    .replaceAll(/^ *\/\/ \(undocumented\)\n/gm, '')
    .replaceAll(/ \(undocumented\)$/gm, '')
}

/**
 * Returns a report with only the named declarations.
 *
 * @param {string} report
 * @param {readonly string[]} names
 */
function onlyDeclarationsOf(report, names) {
  const wanted = new RegExp(
    `^(?:interface|type|const|function|(?:abstract )?class) (?:${names.join('|')})\\b`,
    'm',
  )
  const [start = '', body = ''] = report.split(/(?<=^```ts\n)/m)
  const declarations = body.split('\n\n').filter((declaration) => wanted.test(declaration))
  return `${start}\n${declarations.join('\n\n')}\n\n\`\`\`\n`
}

/**
 * @param {string} folder for the reports
 * @param {{ name: string, file: string }} report
 * @param {{ includeForgottenExports?: boolean }} [options]
 */
function configOf(folder, { name, file }, { includeForgottenExports = false } = {}) {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(LIBRARY, 'package.json'),
    configObject: {
      projectFolder: LIBRARY,
      mainEntryPointFilePath: file,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: TSCONFIG },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: join(folder, 'api'),
        reportTempFolder: join(folder, 'temp'),
        includeForgottenExports,
        tagsToReport: { '@experimental': true },
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: NOTHING },
        extractorMessageReporting: { default: NOTHING, 'ae-forgotten-export': FORGOTTEN_EXPORT },
        tsdocMessageReporting: { default: NOTHING },
      },
    },
  })
}

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  },
  files: ['dist/index.d.ts'],
}

/**
 * Compares reports with those that are committed.
 *
 * @param {string} current a folder
 * @param {string} [committed] a folder
 * @returns {string} the difference that Git shows, or nothing
 */
export function difference(current, committed = REPORTS) {
  const args = ['diff', '--no-index', '--unified=0', '--no-color', committed, current]
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0 && status !== 1) throw new Error(`git diff failed: ${stderr}`)
  return stdout
}

/**
 * Returns the types that signatures need, that no entry point exports and that have no reason; and
 * reasons that are out of date.
 *
 * @param {readonly string[]} unexported
 * @param {Readonly<Record<string, string>>} reasons
 */
export function checkUnexported(unexported, reasons) {
  return [
    ...unexported
      .filter((name) => !Object.hasOwn(reasons, name))
      .map(
        (name) =>
          `The type \`${name}\` is part of a public signature, and no entry point exports it. Export it, ` +
          'or give the reason in tools/docs/api-unexported.mjs.',
      ),
    ...Object.keys(reasons)
      .filter((name) => !unexported.includes(name))
      .map(
        (name) =>
          `The type \`${name}\` is exported, or is gone. Remove it from tools/docs/api-unexported.mjs.`,
      ),
  ]
}

/** Writes the reports with `--write`, else fails if they differ from the committed ones. */
async function main() {
  const isWriting = process.argv.includes('--write')
  const folder = isWriting ? REPORTS : await mkdtemp(join(tmpdir(), 'latchkey-api-'))
  try {
    await rm(folder, { recursive: true, force: true })
    const mistakes = checkUnexported(await writeReports(folder), UNEXPORTED_TYPES)
    const changed = isWriting ? '' : difference(folder)
    if (changed !== '')
      mistakes.push('The public interface differs from packages/latchkey/api:', changed, FIX)
    for (const mistake of mistakes) console.error(mistake)
    process.exitCode = mistakes.length === 0 ? 0 : 1
  } finally {
    if (!isWriting) await rm(folder, { recursive: true, force: true })
  }
}

if (isMain(import.meta.url)) await main()
