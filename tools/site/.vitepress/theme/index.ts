import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import FrameworkTabs from './FrameworkTabs.vue'
import LandingHero from './LandingHero.vue'
import Layout from './Layout.vue'
import './style.css'

const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app }) => {
    app.component('FrameworkTabs', FrameworkTabs)
    app.component('LandingHero', LandingHero)
  },
}

export default theme
