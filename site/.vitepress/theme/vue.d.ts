declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const component: DefineComponent
  // biome-ignore lint/style/noDefaultExport: A component of Vue is the default export.
  export default component
}
