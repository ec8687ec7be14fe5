import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { MEASURED_SOURCES, SOURCES } from './walk-sources.mjs'

/** Behind an import: loads a copy of the library that has not run yet. */
export const COPY = '?copy'

/**
 * Lets this process import the library from its measured sources: compiles `.tsx` files, and loads
 * a second copy of every module that is imported with {@link COPY} or by such a module.
 *
 * @returns {Set<string>} the addresses of the modules that were loaded, which grows
 */
export function loadSources() {
  /** @type {Set<string>} */
  const loaded = new Set()
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = nextResolve(specifier.replace(COPY, ''), context)
      const url = found.url.replace(SOURCES, MEASURED_SOURCES)
      const isCopy = specifier.endsWith(COPY) || context.parentURL?.endsWith(COPY)
      return { ...found, url: isCopy && url.startsWith(MEASURED_SOURCES) ? url + COPY : url }
    },
    load(url, context, nextLoad) {
      if (url.startsWith(MEASURED_SOURCES)) loaded.add(url)
      const path = url.replace(COPY, '')
      if (!path.endsWith('.tsx')) return nextLoad(url, context)
      const source = compile(readFileSync(fileURLToPath(path), 'utf8'))
      return { format: 'module', source, shortCircuit: true }
    },
  })
  return loaded
}

/**
 * Compiles a `.tsx` file to JavaScript with the same functions in the same order.
 *
 * @param {string} text
 */
export function compile(text) {
  return ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.ReactJSX,
      jsxImportSource: 'preact',
      verbatimModuleSyntax: true,
    },
  }).outputText
}
