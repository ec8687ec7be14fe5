import { basename } from 'node:path'

/** A text in a component of VitePress, with any white space, and what stands in its place here. */
type Change = readonly [text: string, replacement: string]

/**
 * Corrections of roles, names and keys. VitePress has no option for them: its theme has buttons in
 * buttons, and a search window that is a button.
 */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  'VPSidebarItem.vue': [
    [
      'role="button" aria-label="toggle section" @click="onCaretClick" @keydown.enter="onCaretClick" ' +
        'tabindex="0"',
      // A group is one button. A page with pages below it is a link, and this is its button.
      `v-bind="item.link ? { role: 'button', tabindex: 0, 'aria-expanded': !collapsed, ` +
        `'aria-label': 'Pages below ' + item.text } : { 'aria-hidden': true }" ` +
        '@click="onCaretClick" @keydown.enter="onCaretClick" @keydown.space.prevent="onCaretClick"',
    ],
    [
      ':role="itemRole"',
      ':role="itemRole" :aria-expanded="item.items && !item.link ? !collapsed : undefined"',
    ],
    [':tabindex="item.items && 0"', ':tabindex="item.items && !item.link ? 0 : undefined"'],
    [
      "if ('key' in e && e.key !== 'Enter') { return }",
      'if (props.item.link) return\n' +
        "if ('key' in e) { if (e.key !== 'Enter' && e.key !== ' ') return; e.preventDefault() }",
    ],
  ],
  'VPLocalSearchBox.vue': [
    [
      `role="button" :aria-owns="results?.length ? 'localsearch-list' : undefined" ` +
        'aria-expanded="true" aria-haspopup="listbox" aria-labelledby="localsearch-label"',
      'role="dialog" aria-modal="true" aria-label="Search"',
    ],
    [
      'aria-autocomplete="both"',
      'role="combobox" :aria-expanded="results.length > 0" aria-autocomplete="list"',
    ],
    [
      `:id="'localsearch-item-' + index" ` +
        `:aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`,
      'role="none"',
    ],
    [
      `:aria-label="[...p.titles, p.title].join(' > ')"`,
      `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index" role="option"`,
    ],
    // The names of keys are for eyes: the roles above say the same.
    ['<div class="search-keyboard-shortcuts">', '<div class="search-keyboard-shortcuts" aria-hidden="true">'],
    ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
  ],
  'VPNavBarSearchButton.vue': [
    // Its text is its name.
    [`:aria-label="translate('button.buttonAriaLabel')"`, ''],
    ['<span class="DocSearch-Button-Keys">', '<span class="DocSearch-Button-Keys" aria-hidden="true">'],
  ],
}

/** Returns a plugin of Vite that makes the components of VitePress accessible. */
export function accessibleTheme(): { name: string; enforce: 'pre'; transform: typeof transform } {
  return { name: 'accessible-theme', enforce: 'pre', transform }
}

/** @throws {Error} when a component of a new version of VitePress lacks the text */
function transform(code: string, id: string): string | undefined {
  const changes = id.includes('theme-default') ? CHANGES[basename(id)] : undefined
  return changes?.reduce((text, [from, to]) => {
    const pattern = new RegExp(from.split(' ').map(escapePattern).join('\\s+'))
    if (!pattern.test(text))
      throw new Error(`${basename(id)} lacks \`${from}\`. Correct tools/site/src/accessible-theme.ts.`)
    return text.replace(pattern, () => to)
  }, code)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
