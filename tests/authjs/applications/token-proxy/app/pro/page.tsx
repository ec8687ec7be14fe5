export default function Pro() {
  return <h1>Reports for the plan pro</h1>
}
