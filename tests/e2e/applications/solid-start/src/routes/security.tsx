import { Title } from '@solidjs/meta'
import { createAsync } from '@solidjs/router'
import { Show } from 'solid-js'
import { getSecurity } from '../queries'
import { Activity } from '../security/activity'
import { Password } from '../security/password'
import { SecondFactor } from '../security/second-factor'
import { Sessions } from '../security/sessions'
import { SignInRequired } from '../sign-in-required'

export default function Security() {
  const security = createAsync(() => getSecurity(), { deferStream: true })
  return (
    <>
      <Title>Security · Latchkey example</Title>
      <Show when={security() !== undefined}>
        <Show when={security()} fallback={<SignInRequired callbackUrl="/security" />}>
          {(security) => (
            <div class="stack">
              <h1>Security</h1>
              <Password {...security()} />
              <SecondFactor {...security()} />
              <Sessions {...security()} />
              <Activity {...security()} />
              <p>
                To <a href="/invite">invite a friend</a>, you need a recent sign-in.
              </p>
            </div>
          )}
        </Show>
      </Show>
    </>
  )
}
