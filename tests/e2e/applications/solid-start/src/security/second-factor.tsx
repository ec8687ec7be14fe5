import { useSubmission } from '@solidjs/router'
import { For, Show } from 'solid-js'
import { newRecoveryCodes, turnOff, turnOn } from './actions'
import type { readSecurity } from './read'

/** Turns the second factor on, on the library's page, and off. */
export function SecondFactor(
  props: Pick<Awaited<ReturnType<typeof readSecurity>>, 'factors' | 'recoveryCodesLeft'>,
) {
  return (
    <section class="card" aria-labelledby="second-factor">
      <h2 id="second-factor">Two-step sign-in</h2>
      <Show when={props.factors.length > 0} fallback={<TurnOn />}>
        <ul class="list">
          <For each={props.factors}>
            {({ id, name, added }) => (
              <li>
                <p>
                  <strong>{name}</strong>
                  <span>Added {added}</span>
                </p>
                <form action={turnOff} method="post">
                  <input type="hidden" name="id" value={id} />
                  <button type="submit" class="quiet">
                    Turn off
                  </button>
                </form>
              </li>
            )}
          </For>
        </ul>
        <RecoveryCodes left={props.recoveryCodesLeft} />
      </Show>
    </section>
  )
}

function TurnOn() {
  return (
    <form action={turnOn} method="post">
      <p>A code from an authenticator app protects your account, even if someone has your password.</p>
      <button type="submit">Turn on</button>
    </form>
  )
}

/** Replaces the recovery codes, and shows the new ones once. Also without JavaScript. */
function RecoveryCodes(props: { left: number }) {
  const replaced = useSubmission(newRecoveryCodes)
  return (
    <form action={newRecoveryCodes} method="post">
      <p class="hint">Recovery codes left: {props.left}</p>
      <Show when={replaced.result?.length}>
        <p>Keep these codes in a safe place. They are shown only now, and the old ones no longer work.</p>
        <ul class="list" aria-label="New recovery codes">
          <For each={replaced.result}>
            {(code) => (
              <li>
                <code>{code}</code>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <button type="submit" class="quiet">
        New recovery codes
      </button>
    </form>
  )
}
