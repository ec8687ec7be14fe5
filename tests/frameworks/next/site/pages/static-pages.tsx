/** A page that is built once, and that shared caches may store. */
export default function StaticPage() {
  return <p>The same for all visitors</p>
}

export const getStaticProps = () => ({ props: {}, revalidate: 3600 })
