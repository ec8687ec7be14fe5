import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix, sep } from 'node:path'
import { type Node, parse } from 'acorn'
import { NOT_FOUND_PAGE } from './not-found.ts'

/**
 * The path with which VitePress builds. It stands for the folder that the site is served from,
 * which is known only in the browser.
 */
export const BASE = '/__folder-of-the-site__/'

/** The variable that has the folder in the browser. */
const VARIABLE = 'globalThis.__folderOfTheSite'

/**
 * Makes the built site work in any folder of any server: links in HTML become relative, and scripts
 * read the folder from the location of the page.
 */
export async function relocate(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    const path = join(folder, file)
    const change = file.endsWith('.html') ? relocateHtml : CHANGES[file.split('.').at(-1) ?? '']
    if (change === undefined) continue
    const text = await readFile(path, 'utf8')
    const changed = change(text, file.split(sep).join('/'))
    if (changed !== text) await writeFile(path, changed)
  }
  await writeFile(join(folder, '404.html'), NOT_FOUND_PAGE)
}

const CHANGES: Readonly<Record<string, (text: string, file: string) => string>> = {
  js: relocateScript,
  css: (text, file) => text.replaceAll(BASE, relativeRoot(file)),
}

/** Returns the relative path from a file to the root: `./`, `../`. */
function relativeRoot(file: string): string {
  const up = posix.relative(dirname(file).split(sep).join('/'), '.')
  return up === '' ? './' : `${up}/`
}

/** Makes the links of a page relative, and adds the two scripts that know its folder. */
export function relocateHtml(html: string, file: string): string {
  const root = relativeRoot(file)
  return html
    .replaceAll(
      /(<script\b[^>]*>)([\s\S]*?)(<\/script>)/g,
      (_, open: string, script: string, close: string) =>
        script.includes(BASE) ? open + relocateScript(script) + close : open + script + close,
    )
    .replaceAll(/(\s(?:href|src|content)=")([^"]*)"/g, (attribute, name: string, value: string) =>
      value.startsWith(BASE)
        ? `${name}${root}${toFile(value.slice(BASE.length))}"`
        : /^\.[^?#]*\/(?:[?#]|$)/.test(value)
          ? `${name}${toFile(value)}"`
          : attribute,
    )
    .replace('<head>', `<head>\n    <script>${readFolder(root)}</script>`)
    .replace('</body>', `<script>${MAKE_LINKS_ABSOLUTE}</script></body>`)
}

/** Names the file of a folder, because a page that was opened from a disk has no server. */
function toFile(link: string): string {
  const [path = '', ...rest] = link.split(/(?=[?#])/)
  return (path === '' || path.endsWith('/') ? `${path}index.html` : path) + rest.join('')
}

function readFolder(root: string): string {
  return `${VARIABLE}=new URL(${JSON.stringify(root)},location.href).pathname`
}

/**
 * Navigation without a page load changes the location, from which relative links are resolved. The
 * navigation bar and the sidebar stay, so their links become absolute first.
 */
const MAKE_LINKS_ABSOLUTE =
  "if(location.protocol!=='file:')" +
  "for(const link of document.querySelectorAll('#app a[href],link[rel~=icon]'))" +
  "if(!/^(#|[a-z]+:)/i.test(link.getAttribute('href'))){const{pathname,search,hash}=new URL(link.href);" +
  "link.setAttribute('href',pathname+search+hash)}"

type Range = Node & { readonly start: number; readonly end: number; readonly [key: string]: unknown }

/**
 * Replaces the folder in each string of a script by the variable.
 *
 * @throws {Error} when a script contains it in a place that is no expression
 */
export function relocateScript(code: string, file = 'an inline script'): string {
  if (!code.includes(BASE)) return code
  const strings = findStrings(
    parse(code, { ecmaVersion: 'latest', sourceType: 'module' }) as unknown as Range,
    code,
  )
  let result = ''
  let position = 0
  for (const { start, end } of strings) {
    result += `${code.slice(position, start)}(${code.slice(start, end)}).replaceAll(${TOKEN},${VARIABLE})`
    position = end
  }
  result += code.slice(position)
  const left = result.replaceAll(`.replaceAll(${TOKEN},`, '').split(BASE).length - 1
  const inside = strings.reduce(
    (sum, { start, end }) => sum + code.slice(start, end).split(BASE).length - 1,
    0,
  )
  if (left === inside) return result
  throw new Error(
    `${file} has the folder of the site outside of a string. Extend tools/site/src/relocate.ts.`,
  )
}

/** The placeholder, written so that it is not replaced again. */
const TOKEN = JSON.stringify(BASE)

/** Returns the outermost strings and templates that contain the placeholder, in order. */
function findStrings(node: unknown, code: string): Range[] {
  if (Array.isArray(node)) return node.flatMap((child) => findStrings(child, code))
  if (!isNode(node) || !code.slice(node.start, node.end).includes(BASE)) return []
  if (node.type === 'Literal' || node.type === 'TemplateLiteral') return [node]
  // An import without a variable, and the name of a property, are no expressions.
  const children = Object.entries(node).filter(
    ([key]) => !(key === 'source' && node.type !== 'ImportExpression'),
  )
  return children.flatMap(([, child]) => findStrings(child, code))
}

function isNode(value: unknown): value is Range {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
