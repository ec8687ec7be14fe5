import type { ComponentChildren, JSX } from 'preact'
import type { AccountDeletedPage, AccountPage } from '../../contract/pages.ts'
import type { AccountSection } from '../../types/account-pages.ts'
import type { Texts } from '../../types/texts.ts'
import { describeRejection, Problem } from '../form-parts.tsx'
import { SectionForms } from './sections.tsx'
import { describeSection } from './state.ts'

export { ACCOUNT_STYLE } from './style.ts'

/** Returns the content of an account page. */
export function renderAccount(page: AccountPage | AccountDeletedPage, texts: Texts): JSX.Element {
  return page.name === 'account' ? (
    <Account page={page} texts={texts} />
  ) : (
    <AccountDeleted page={page} texts={texts} />
  )
}

/** Properties of the account pages. */
interface AccountProps {
  readonly page: AccountPage
  readonly texts: Texts
}

/** The overview, or one of its sections. */
function Account({ page, texts }: AccountProps): JSX.Element {
  const words = texts.account
  const { section, urls } = page
  return (
    <>
      {section !== undefined && (
        <a class="back" href={urls.overview}>
          {words.back}
        </a>
      )}
      <h1>{section === undefined ? words.title : words.sections[section]}</h1>
      <Status page={page} texts={texts} />
      <Problem text={problemText(page, texts)} />
      {section === undefined ? (
        <Overview page={page} texts={texts} />
      ) : (
        <section class="card">
          <SectionForms page={page} texts={texts} section={section} />
        </section>
      )}
    </>
  )
}

/** Says that the user was deleted. */
function AccountDeleted({
  page,
  texts,
}: {
  readonly page: AccountDeletedPage
  readonly texts: Texts
}): JSX.Element {
  return (
    <>
      <h1>{texts.account.status.userDeleted}</h1>
      <p>
        <a href={page.homeUrl}>{texts.error.home}</a>
      </p>
    </>
  )
}

/** Only known texts: the status is from the URL. */
function Status({ page: { status = '' }, texts }: AccountProps): JSX.Element | false {
  const known = texts.account.status
  return (
    Object.hasOwn(known, status) && (
      <p class="done" role="status">
        {known[status as keyof typeof known]}
      </p>
    )
  )
}

function problemText({ error, code }: AccountPage, texts: Texts): string | undefined {
  if (error === undefined) return undefined
  if (error === 'PasswordRejected') return describeRejection(texts, code)
  const { errors } = texts.account
  return errors[Object.hasOwn(errors, error) ? (error as keyof typeof errors) : 'Default']
}

function Overview({ page, texts }: AccountProps): JSX.Element {
  const sections = Object.keys(page.urls.sections) as AccountSection[]
  return (
    <>
      {sections.map((section) =>
        section === 'profile' ? (
          <Profile key={section} page={page} texts={texts} />
        ) : (
          <Card key={section} page={page} texts={texts} section={section}>
            {describeSection(page.overview, texts, section)}
          </Card>
        ),
      )}
    </>
  )
}

/** The picture, or the name's first letter, and the name. */
function Profile({ page, texts }: AccountProps): JSX.Element {
  const { name, email, image } = page.overview.user
  const shown = name ?? email ?? ''
  const url = page.urls.sections.profile
  return (
    <section class="card row">
      <div class="profile">
        {image ? <img src={image} alt="" /> : <i aria-hidden="true">{[...shown][0]?.toUpperCase()}</i>}
        <div>
          <h2 dir="auto">{shown}</h2>
          {name && email && <p dir="auto">{email}</p>}
        </div>
      </div>
      {url && (
        <a class="button quiet" href={url}>
          {texts.account.open.profile}
        </a>
      )}
    </section>
  )
}

interface CardProps extends AccountProps {
  readonly section: AccountSection
  readonly children: ComponentChildren
}

/** A section's state and its main action. */
function Card({ page, texts, section, children }: CardProps): JSX.Element {
  const { open, sections } = texts.account
  const url = page.urls.sections[section] ?? ''
  const id = `${section}-title`
  const look = section === 'delete' ? 'button danger' : 'button quiet'
  return (
    <section class="card row" aria-labelledby={id}>
      <div>
        <h2 id={id}>{sections[section]}</h2>
        <p>{children}</p>
      </div>
      {section === 'export' ? (
        <form method="post" action={url}>
          {page.csrfToken && <input type="hidden" name="csrfToken" value={page.csrfToken} />}
          <button type="submit" class="quiet" aria-describedby={id}>
            {open.export}
          </button>
        </form>
      ) : (
        <a class={look} href={url} aria-describedby={id}>
          {open[section]}
        </a>
      )}
    </section>
  )
}
