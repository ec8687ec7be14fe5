/** Checks no session: the middleware does. */
export default function Hidden() {
  return <p>for members only</p>
}
