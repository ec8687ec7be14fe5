import { type Ref, ref } from 'vue'
import { FRAMEWORKS, STORAGE_KEY } from '../../src/frameworks.ts'

/**
 * The chosen framework. Before the application starts, a script in the head has already applied the
 * stored choice to the page.
 */
export const framework: Ref<string> = ref(FRAMEWORKS[0]?.id ?? '')

/** Takes over the stored choice after hydration, and follows choices in other tabs. */
export function startFramework(): void {
  framework.value = document.documentElement.dataset.framework ?? framework.value
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue !== null) show(newValue)
  })
}

/** Shows the variants of a framework, on this page and on all others. */
export function chooseFramework(id: string): void {
  show(id)
  try {
    localStorage.setItem(STORAGE_KEY, id)
  } catch {
    // Without storage, the choice lasts until the page is loaded again.
  }
}

function show(id: string): void {
  if (!FRAMEWORKS.some((one) => one.id === id)) return
  framework.value = id
  document.documentElement.dataset.framework = id
  hideOutlineLinks()
}

/** Shows the variant that contains the target of the URL, and scrolls to it. */
export function revealTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const variant = target?.closest<HTMLElement>('.variant')
  if (target === null || variant?.dataset.framework === undefined || isShown(variant)) return
  chooseFramework(variant.dataset.framework)
  // VitePress scrolls in the next frame, to where the hidden target was.
  requestAnimationFrame(() => requestAnimationFrame(() => target.scrollIntoView()))
}

/** Hides the links of the outline whose sections are hidden. */
export function hideOutlineLinks(): void {
  const hidden = [...document.querySelectorAll<HTMLElement>('.variant :is(h2, h3, h4)[id]')].filter(
    (heading) => !isShown(heading),
  )
  const style = document.getElementById('hidden-outline') ?? document.createElement('style')
  style.id = 'hidden-outline'
  style.textContent = hidden
    .map(({ id }) => `.outline-link[href="#${CSS.escape(id)}"]{display:none}`)
    .join('\n')
  document.head.append(style)
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}
