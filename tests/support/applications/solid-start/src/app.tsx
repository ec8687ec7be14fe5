import { MetaProvider, Title } from '@solidjs/meta'
import { Router } from '@solidjs/router'
import { FileRoutes } from '@solidjs/start/router'
import { type ParentProps, Suspense } from 'solid-js'
import './app.css'

export default function App() {
  return (
    <Router root={Layout}>
      <FileRoutes />
    </Router>
  )
}

function Layout(props: ParentProps) {
  return (
    <MetaProvider>
      <Title>SolidStart</Title>
      <a href="/">Index</a>
      <Suspense>{props.children}</Suspense>
    </MetaProvider>
  )
}
