import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { anchorOf } from './anchor.mjs'
import { root } from './workspace.mjs'

/**
 * An element of an issue form.
 *
 * @typedef {object} Element
 * @property {string} type
 * @property {string} [id]
 * @property {Record<string, unknown>} [attributes]
 * @property {Record<string, unknown>} [validations]
 */

/** The keys of a form. The page "Syntax for issue forms" in GitHub's documentation lists them. */
const FORM_KEYS = ['name', 'description', 'title', 'labels', 'assignees', 'projects', 'type', 'body']

/**
 * The attributes of each type of element.
 *
 * @type {Record<string, { needs: string[], may: string[] }>}
 */
const ATTRIBUTES = {
  markdown: { needs: ['value'], may: [] },
  input: { needs: ['label'], may: ['description', 'placeholder', 'value'] },
  textarea: { needs: ['label'], may: ['description', 'placeholder', 'value', 'render'] },
  dropdown: { needs: ['label', 'options'], may: ['description', 'multiple', 'default'] },
  checkboxes: { needs: ['label', 'options'], may: ['description'] },
}

/** GitHub rejects labels that ask for credentials. */
const CREDENTIALS = /password|passwd|secret|token|credential|api key/i

/** A link from the page of a form, which is at `/owner/repository/issues/new`. */
const FILE_LINK = /\]\(\s*\.\.\/blob\/HEAD\/([^)#\s]+)(?:#([^)\s]+))?\)/g

/**
 * Finds what GitHub would reject in an issue form.
 *
 * @param {string} text YAML
 * @returns {string[]} a sentence for each mistake
 */
export function mistakesOfForm(text) {
  const form = parse(text)
  /** @type {Element[]} */
  const body = Array.isArray(form.body) ? form.body : []
  return [
    ...['name', 'description']
      .filter((key) => !isText(form[key]))
      .map((key) => `The form needs a text \`${key}\`.`),
    ...Object.keys(form)
      .filter((key) => !FORM_KEYS.includes(key))
      .map((key) => `A form has no key \`${key}\`.`),
    ...(body.some(({ type }) => type !== 'markdown') ? [] : ['The form has no field.']),
    ...body.flatMap(mistakesOfElement),
    ...repeated(body.flatMap(({ id }) => id ?? [])).map((id) => `Two fields have the id "${id}".`),
    ...repeated(body.flatMap(({ attributes }) => attributes?.label ?? [])).map(
      (label) => `Two fields have the label "${label}".`,
    ),
  ]
}

/**
 * @param {Element} element
 * @param {number} index
 * @returns {string[]}
 */
function mistakesOfElement({ type, id, attributes = {}, validations = {}, ...others }, index) {
  const at = `body[${index}]`
  const allowed = ATTRIBUTES[type]
  if (allowed === undefined) return [`${at} has the type "${type}", which does not exist.`]
  const isField = type !== 'markdown'
  const labels = optionsOf(attributes)
  return [
    ...Object.keys(others).map((key) => `${at} has an unknown key \`${key}\`.`),
    ...(isField && !/^[\w-]+$/.test(id ?? '') ? [`${at} needs an \`id\` of letters, digits, - and _.`] : []),
    ...(!isField && id !== undefined ? [`${at} is Markdown, which has no \`id\`.`] : []),
    ...allowed.needs.filter((name) => !(name in attributes)).map((name) => `${at} needs \`${name}\`.`),
    ...Object.keys(attributes)
      .filter((name) => ![...allowed.needs, ...allowed.may].includes(name))
      .map((name) => `${at} has the attribute \`${name}\`, which \`${type}\` does not have.`),
    ...['label', 'description', 'placeholder', 'value', 'render']
      .filter((name) => name in attributes && !isText(attributes[name]))
      .map((name) => `${at}: \`${name}\` is not text. Quote it.`),
    ...(['input', 'textarea'].includes(type) && CREDENTIALS.test(String(attributes.label))
      ? [`${at}: GitHub rejects the label "${attributes.label}", because it asks for credentials.`]
      : []),
    ...Object.entries(validations)
      .filter(([name, value]) => name !== 'required' || typeof value !== 'boolean' || type === 'checkboxes')
      .map(([name]) => `${at}: the validation \`${name}\` is not possible here.`),
    ...labels
      .filter((label) => !isText(label) || label === 'None')
      .map((label) => `${at}: the option ${JSON.stringify(label)} is not possible. Quote or rename it.`),
    ...('options' in attributes && labels.length === 0 ? [`${at} has no options.`] : []),
    ...repeated(labels).map((label) => `${at} has the option "${label}" twice.`),
  ]
}

/** @param {Record<string, unknown>} attributes */
function optionsOf({ options }) {
  if (!Array.isArray(options)) return []
  return options.map((option) => (option !== null && typeof option === 'object' ? option.label : option))
}

/** @param {unknown} value */
function isText(value) {
  return typeof value === 'string' && value.trim() !== ''
}

/**
 * @template T
 * @param {readonly T[]} values
 */
function repeated(values) {
  return [...new Set(values.filter((value, index) => values.indexOf(value) < index))]
}

/**
 * Finds the links to files and headings that do not exist. In an issue and a pull request, links
 * are relative to its address, so the linter for pages cannot check them.
 *
 * @param {string} text
 * @returns {string[]} the links
 */
export function brokenLinks(text) {
  return [...text.matchAll(FILE_LINK)].flatMap(([, path = '', anchor]) => {
    const file = join(root, path)
    if (!existsSync(file)) return [path]
    if (anchor === undefined) return []
    const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)
    const anchors = [...headings].map(([, heading = '']) => anchorOf(heading))
    return anchors.includes(anchor) ? [] : [`${path}#${anchor}`]
  })
}
