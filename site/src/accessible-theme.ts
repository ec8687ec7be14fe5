import { basename } from 'node:path'

/** A text in a component of VitePress, and what stands in its place here. */
type Change = readonly [text: string, replacement: string]

/**
 * Corrections of roles, names and keys. VitePress has no option for them: its theme has buttons in
 * buttons, and a dialog that is a button.
 */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  'VPSidebarItem.vue': [
    [
      'role="button"\n        aria-label="toggle section"\n        @click="onCaretClick"\n        @keydown.enter="onCaretClick"\n        tabindex="0"',
      'aria-hidden="true"',
    ],
    [':role="itemRole"', ':role="itemRole"\n      :aria-expanded="item.items ? !collapsed : undefined"'],
    [
      "if ('key' in e && e.key !== 'Enter') {\n    return\n  }",
      "if ('key' in e) {\n    if (e.key !== 'Enter' && e.key !== ' ') return\n    e.preventDefault()\n  }",
    ],
  ],
  'VPLocalSearchBox.vue': [
    [
      `role="button"\n      :aria-owns="results?.length ? 'localsearch-list' : undefined"\n      aria-expanded="true"\n      aria-haspopup="listbox"\n      aria-labelledby="localsearch-label"`,
      'role="dialog"\n      aria-modal="true"\n      aria-label="Search"',
    ],
    [
      'aria-autocomplete="both"',
      'role="combobox"\n            :aria-expanded="results.length > 0"\n            aria-autocomplete="list"',
    ],
    [
      `:id="'localsearch-item-' + index"\n            :aria-selected="selectedIndex === index ? 'true' : 'false'"\n            role="option"`,
      'role="none"',
    ],
    [
      `:aria-label="[...p.titles, p.title].join(' > ')"`,
      `:id="'localsearch-item-' + index"\n              :aria-selected="selectedIndex === index"\n              role="option"`,
    ],
    // Labels of keys are for eyes: the roles above say the same.
    ['<div class="search-keyboard-shortcuts">', '<div class="search-keyboard-shortcuts" aria-hidden="true">'],
    ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
  ],
  'VPNavBarSearchButton.vue': [
    // Its text is its name.
    [`:aria-label="translate('button.buttonAriaLabel')"`, ''],
    ['<span class="DocSearch-Button-Keys">', '<span class="DocSearch-Button-Keys" aria-hidden="true">'],
  ],
}

/** A plugin of Vite that makes the components of VitePress accessible. */
export function accessibleTheme(): { name: string; enforce: 'pre'; transform: typeof transform } {
  return { name: 'accessible-theme', enforce: 'pre', transform }
}

/** @throws {Error} when a component of a new version of VitePress lacks the text */
function transform(code: string, id: string): string | undefined {
  const changes = id.includes('theme-default') ? CHANGES[basename(id)] : undefined
  return changes?.reduce((text, [from, to]) => {
    if (!text.includes(from))
      throw new Error(`${basename(id)} lacks ${from}. Correct site/src/accessible-theme.ts.`)
    return text.replace(from, to)
  }, code)
}
