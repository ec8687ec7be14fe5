import { OrderForms } from './form'

export default function Page() {
  return <OrderForms />
}
