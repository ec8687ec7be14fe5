import { expect, it } from 'vitest'
import { BASE, relocateHtml, relocateScript } from './relocate.ts'

const FOLDER = '__folderOfTheSite'

/** Runs a module in the folder `/a/b/`, and returns its result. */
function run(expression: string): unknown {
  const code = relocateScript(`globalThis.result=${expression}`)
  Object.assign(globalThis, { [FOLDER]: '/a/b/' })
  new Function(code)()
  return (globalThis as unknown as { result: unknown }).result
}

it('reads the folder of the site when a script runs', () => {
  expect(run(`"${BASE}x.html"`)).toBe('/a/b/x.html')
  expect(run(`'<a href="${BASE}x.html">it\\'s</a><a href="${BASE}">'`)).toBe(
    '<a href="/a/b/x.html">it\'s</a><a href="/a/b/">',
  )
  expect(run(`\`${BASE}\${"y"}.html\``)).toBe('/a/b/y.html')
  expect(run(`["${BASE}x".length, {a:"${BASE}"}.a]`)).toEqual([6, '/a/b/'])
})

it('does not change a script without the folder', () => {
  expect(relocateScript('export const x = "/assets/"')).toBe('export const x = "/assets/"')
})

it('rejects a script that names the folder where no expression can stand', () => {
  expect(() => relocateScript(`import "${BASE}x.js"`, 'x.js')).toThrow('x.js has the folder')
  expect(() => relocateScript(`// ${BASE}\nx("${BASE}")`, 'x.js')).toThrow('x.js has the folder')
})

it('makes the links of a page relative', () => {
  const links = ['x.html#y', '', 'p/'].map((path) => `<a href="${BASE}${path}"></a>`)
  const folder = '<a href="./q/#z"></a>'
  const page = `<head></head><body>${links.join('')}${folder}</body>`
  expect(relocateHtml(page, 'index.html')).toContain(
    '<a href="./x.html#y"></a><a href="./index.html"></a><a href="./p/index.html"></a>' +
      '<a href="./q/index.html#z"></a>',
  )
  expect(relocateHtml(page, 'a/b/c.html')).toContain(
    '<a href="../../x.html#y"></a><a href="../../index.html"></a><a href="../../p/index.html"></a>',
  )
})
