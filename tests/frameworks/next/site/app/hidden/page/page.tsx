/** Checks no session: the proxy does. */
export default function HiddenPage() {
  return <p>for members only</p>
}
