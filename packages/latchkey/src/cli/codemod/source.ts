import type ts from 'typescript'
import { typescript } from './typescript.ts'

/** A file with TypeScript or JavaScript, and what it becomes. */
export interface Source {
  readonly path: string
  /** The parsed code. Its positions are those in the whole file. */
  readonly tree: ts.SourceFile
}

const SCRIPT = /\.[cm]?[jt]sx?$/

/** Returns whether a file contains code that can be parsed. */
export function isSource(path: string): boolean {
  return SCRIPT.test(path) || path.endsWith('.svelte')
}

/** Parses a file. Parses only the scripts of a Svelte component. */
export function parseSource(path: string, text: string): Source {
  const isComponent = path.endsWith('.svelte')
  const code = isComponent ? onlyScripts(text) : text
  const tree = typescript.createSourceFile(
    isComponent ? `${path}.ts` : path,
    code,
    typescript.ScriptTarget.Latest,
    true,
    toScriptKind(path),
  )
  return { path, tree }
}

/** Returns a line's number, starting at 1. */
export function lineAt({ tree }: Source, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line + 1
}

/** Calls a function with a node and everything below it. */
function walk(node: ts.Node, onNode: (node: ts.Node) => void): void {
  onNode(node)
  typescript.forEachChild(node, (child) => walk(child, onNode))
}

/** Returns all nodes that satisfy the condition, in order. */
export function findNodes<T extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = []
  walk(root, (node) => {
    if (is(node)) found.push(node)
  })
  return found
}

/** `tsx` for JavaScript: JSX is allowed in `.js`, and type assertions do not occur there. */
function toScriptKind(path: string): ts.ScriptKind {
  return /\.(?:[cm]?js|[jt]sx)$/.test(path) ? typescript.ScriptKind.TSX : typescript.ScriptKind.TS
}

/** Replaces everything outside of `<script>` by spaces, so that positions stay. */
function onlyScripts(text: string): string {
  let code = ''
  for (const { index, 1: open = '', 2: content = '' } of text.matchAll(SCRIPT_ELEMENT)) {
    const start = index + open.length
    code += blank(text.slice(code.length, start)) + content
  }
  return code + blank(text.slice(code.length))
}

const SCRIPT_ELEMENT = /(<script\b(?:[^>"']|"[^"]*"|'[^']*')*>)([\s\S]*?)<\/script>/g

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
