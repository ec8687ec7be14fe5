import type { ComponentChildren, JSX } from 'preact'
import type { AccountPage } from '../../contract/pages.ts'
import type { AccountSection } from '../../types/account-pages.ts'
import type { Texts } from '../../types/texts.ts'
import { Field } from '../field.tsx'
import {
  AccountOfPassword,
  CodeField,
  describeProblem,
  NewPasswordField,
  PasswordField,
} from '../form-parts.tsx'
import { Sentence } from '../sentence.tsx'
import { formatDate, nameSession } from './state.ts'

/** How many entries of a list are on a page. */
const ENTRIES = 12

interface Props {
  readonly page: AccountPage
  readonly texts: Texts
}

const SECTIONS: Readonly<Partial<Record<AccountSection, (props: Props) => JSX.Element>>> = {
  email: Email,
  password: Password,
  secondFactor: SecondFactor,
  passkeys: Passkeys,
  accounts: Accounts,
  sessions: Sessions,
  events: Events,
  delete: Delete,
}

/** The forms of a section. */
export function SectionForms({
  section,
  ...props
}: Props & { readonly section: AccountSection }): JSX.Element | undefined {
  const Section = SECTIONS[section]
  return Section && <Section {...props} />
}

interface ChangeProps {
  readonly page: AccountPage
  /** The change that the field `do` names. */
  readonly change: string
  readonly values?: Readonly<Record<string, string>>
  readonly children: ComponentChildren
}

/** A form that changes something in the section. */
function Change({ page, change, values = {}, children }: ChangeProps): JSX.Element {
  const hidden = { csrfToken: page.csrfToken, do: change, ...values }
  return (
    <form method="post" action={page.urls.sections[page.section ?? 'profile']}>
      {Object.entries(hidden).map(
        ([name, value]) => value && <input type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  )
}

function Button({ look, children }: { readonly look?: string; readonly children: string }): JSX.Element {
  return (
    <button type="submit" class={look}>
      {children}
    </button>
  )
}

function Email({ page, texts }: Props): JSX.Element {
  const words = texts.account.email
  const { pending, address } = page.overview.email ?? {}
  const isWrong = page.error !== undefined
  if (pending)
    return (
      <>
        <p>
          <Sentence text={words.pending} value={pending.address} />
        </p>
        <Change page={page} change="confirm">
          <CodeField label={words.code} isWrong={isWrong} />
          <Button>{words.confirm}</Button>
        </Change>
        <Change page={page} change="cancel">
          <Button look="quiet">{words.cancel}</Button>
        </Change>
      </>
    )
  const input = { label: words.newAddress, type: 'email', autocomplete: 'email', ...describeProblem(isWrong) }
  return (
    <>
      {address && <p dir="auto">{address}</p>}
      <Change page={page} change="change">
        <Field name="email" input={input} />
        <Button>{words.change}</Button>
      </Change>
    </>
  )
}

function Password({ page, texts }: Props): JSX.Element {
  const words = texts.account.password
  const { password, user } = page.overview
  const lengths = page.lengths ?? { min: 15, max: 1024 }
  const isRejected = page.error === 'PasswordRejected'
  const hasPassword = password?.isSet === true
  return (
    <>
      <Change page={page} change={hasPassword ? 'change' : 'set'}>
        <AccountOfPassword email={user.email ?? undefined} />
        {hasPassword && (
          <PasswordField
            name="current"
            label={words.current}
            texts={texts}
            autocomplete="current-password"
            attributes={describeProblem(page.error === 'CredentialsSignin')}
          />
        )}
        <NewPasswordField texts={texts} lengths={lengths} isRejected={isRejected} />
        <Button>{hasPassword ? words.change : words.add}</Button>
      </Change>
      {hasPassword && (
        <Change page={page} change="remove">
          <Button look="danger">{words.remove}</Button>
        </Change>
      )}
    </>
  )
}

function SecondFactor({ page, texts }: Props): JSX.Element {
  const words = texts.account.secondFactor
  const { secondFactor, passkeys = [] } = page.overview
  const { factors = [], recoveryCodesLeft = 0 } = secondFactor ?? {}
  const canAddPasskeys =
    page.hasPasskeyFactor && passkeys.length > 0 && !factors.some(({ type }) => type === 'passkey')
  return (
    <>
      {factors.length === 0 && <p>{words.off}</p>}
      {factors.length > 0 && (
        <ul>
          {factors.map(({ id, name, createdAt }) => (
            <li key={id}>
              <div>
                <span dir="auto">{name}</span>
                <small>{texts.account.added(formatDate(texts, createdAt))}</small>
              </div>
              <Change page={page} change="remove" values={{ id }}>
                <Button look="danger">{words.remove}</Button>
              </Change>
            </li>
          ))}
          <li>
            <div>{words.codesLeft(String(recoveryCodesLeft))}</div>
            <Change page={page} change="newRecoveryCodes">
              <Button look="quiet">{words.newCodes}</Button>
            </Change>
          </li>
        </ul>
      )}
      {factors.length === 0 && (
        <p>
          <a class="button" href={page.urls.enroll}>
            {words.setUp}
          </a>
        </p>
      )}
      {canAddPasskeys && (
        <Change page={page} change="addPasskeys">
          <Button look="quiet">{words.usePasskeys}</Button>
        </Change>
      )}
      {factors.length > 0 && (
        <Change page={page} change="forgetDevices">
          <Button look="quiet">{words.forgetDevices}</Button>
        </Change>
      )}
    </>
  )
}

function Passkeys({ page, texts }: Props): JSX.Element {
  const { passkeys: words, added } = texts.account
  const { passkeys = [] } = page.overview
  return (
    <>
      <Rename page={page} texts={texts} entries={passkeys} />
      {passkeys.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul>
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id}>
              <div>
                <span dir="auto">{name ?? words.unnamed}</span>
                {createdAt && <small>{added(formatDate(texts, createdAt))}</small>}
              </div>
              <RenameLink page={page} texts={texts} id={id} />
              <Change page={page} change="remove" values={{ id }}>
                <Button look="danger">{words.remove}</Button>
              </Change>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a class="button" href={page.urls.addPasskey}>
          {words.add}
        </a>
      </p>
    </>
  )
}

function Accounts({ page, texts }: Props): JSX.Element {
  const words = texts.account.accounts
  const { connected = [], providers = [] } = page.overview.accounts ?? {}
  const shown = connected.filter(({ type }) => type !== 'webauthn')
  const others = providers.filter(({ id }) => !connected.some(({ provider }) => provider === id))
  return (
    <>
      {shown.length === 0 && <p>{words.none}</p>}
      {shown.length > 0 && (
        <ul>
          {shown.map(({ provider, providerAccountId }) => (
            <li key={`${provider} ${providerAccountId}`}>
              <div>
                {providers.find(({ id }) => id === provider)?.name ?? provider}
                <small>{providerAccountId}</small>
              </div>
              <Change page={page} change="unlink" values={{ provider, providerAccountId }}>
                <Button look="danger">{words.disconnect}</Button>
              </Change>
            </li>
          ))}
        </ul>
      )}
      {others.map(({ id, name }) => (
        <form key={id} method="post" action={`${page.urls.signIn}/${encodeURIComponent(id)}`}>
          {page.csrfToken && <input type="hidden" name="csrfToken" value={page.csrfToken} />}
          <input
            type="hidden"
            name="callbackUrl"
            value={`${page.urls.sections.accounts}?status=accountConnected`}
          />
          <input type="hidden" name="link" value="true" />
          <Button look="quiet">{words.connect(name)}</Button>
        </form>
      ))}
    </>
  )
}

function Sessions({ page, texts }: Props): JSX.Element {
  const words = texts.account.sessions
  const { sessions = [] } = page.overview
  const shown = sessions.slice(page.from, page.from + ENTRIES)
  return (
    <>
      <Rename page={page} texts={texts} entries={sessions} />
      <Change page={page} change="revoke">
        <ul>
          {shown.map((session) => (
            <li key={session.id}>
              <div>
                <span dir="auto">{nameSession(session, texts)}</span>
                {session.isCurrent && <span class="tag">{words.current}</span>}
                <small>{words.lastSeen(formatDate(texts, session.lastSeenAt, 'time'))}</small>
              </div>
              <RenameLink page={page} texts={texts} id={session.id} />
              {!session.isCurrent && (
                <button type="submit" class="quiet" name="id" value={session.id}>
                  {words.signOut}
                </button>
              )}
            </li>
          ))}
        </ul>
      </Change>
      <More page={page} texts={texts} count={sessions.length} />
      {sessions.length > 1 && (
        <Change page={page} change="revokeOthers">
          <Button look="danger">{words.signOutOthers}</Button>
        </Change>
      )}
    </>
  )
}

function Events({ page, texts }: Props): JSX.Element {
  const { events: words, noEvents } = texts.account
  const known = (page.overview.events ?? []).filter(({ type }) => Object.hasOwn(words, type))
  if (known.length === 0) return <p>{noEvents}</p>
  return (
    <>
      <ul>
        {known.slice(page.from, page.from + ENTRIES).map(({ type, at }) => (
          <li key={`${type} ${at.getTime()}`}>
            <div>
              {words[type as keyof typeof words]}
              <small>
                <time datetime={at.toISOString()}>{formatDate(texts, at, 'time')}</time>
              </small>
            </div>
          </li>
        ))}
      </ul>
      <More page={page} texts={texts} count={known.length} />
    </>
  )
}

function Delete({ page, texts }: Props): JSX.Element {
  const words = texts.account.delete
  const { id, email } = page.overview.user
  const isWrong = page.error !== undefined
  return (
    <>
      <p>{words.warning}</p>
      <Change page={page} change="delete" values={email ? {} : { confirm: id }}>
        {email && (
          <Field
            name="confirm"
            input={{
              label: words.confirm(email),
              type: 'email',
              autocomplete: 'off',
              ...describeProblem(isWrong),
            }}
          />
        )}
        <Button look="danger">{words.button}</Button>
      </Change>
    </>
  )
}

interface Named {
  readonly id: string
  readonly name: string | null
}

/** The form for the name of what the URL names. */
function Rename({
  page,
  texts,
  entries,
}: Props & { readonly entries: readonly Named[] }): JSX.Element | false {
  const entry = entries.find(({ id }) => id === page.rename)
  const { name, save } = texts.account
  return (
    entry !== undefined && (
      <Change page={page} change="rename" values={{ id: entry.id }}>
        <Field name="name" input={{ label: name, type: 'text', value: entry.name ?? '' }} />
        <Button>{save}</Button>
      </Change>
    )
  )
}

function RenameLink({ texts, id }: Props & { readonly id: string }): JSX.Element {
  return <a href={`?rename=${encodeURIComponent(id)}`}>{texts.account.rename}</a>
}

function More({ page, texts, count }: Props & { readonly count: number }): JSX.Element | false {
  const next = page.from + ENTRIES
  return (
    next < count && (
      <p>
        <a class="button quiet" href={`?from=${next}`}>
          {texts.account.more}
        </a>
      </p>
    )
  )
}
