import { dayMs } from '../../../lib/contract/time.ts'
import { maxMigratedPeople } from '../../saml/contract.ts'
import { type Answer, call, type FormInput, type PageContext, readZone, refusalOf } from '../call.ts'
import { endOfDay, moment, zoneWords } from '../layout/dates.ts'
import { type Filled, field, textArea } from '../layout/forms.ts'
import * as page from '../layout/page.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { adminPage, adminPath, type PartOf } from './admin.ts'
import { migrationPath, providerMissing } from './identity.ts'
import { signInPath } from './sign-in.ts'

type Window = Answer<'saml', 'getSamlMigration'>
type Skipped = Answer<'saml', 'openSamlMigration'>['skipped'][number]

const skipReasons: Readonly<Record<Skipped['reason'], string>> = {
  unknown: msg('{person} is not a member of this school.'),
  administrator: msg(
    '{person} is an administrator. Administrators sign in another way and link the school again.',
  ),
  not_linked: msg('{person} has no account that is linked to this identity provider.'),
  listed: msg('{person} is listed already.'),
}

const peopleIn = ({ people = '' }: Filled['values']): readonly string[] =>
  people.split(/[\s,;]+/).filter((person) => person !== '')

/** Who was not added, by the reason and the person in each line, as `changeMigration` hands it on. */
const skippedList = (added: string, skipped: string): Html =>
  html`<div class="tell warn" role="status"><p>${t('{count, plural, one {# person was added.} other {# people were added.}} Not added:', { count: Number(added) })}</p><ul>${skipped
    .split('\n')
    .map((line) => {
      const [reason = '', person = ''] = line.split(' ')
      const text = skipReasons[reason as Skipped['reason']] ?? '{person}'
      return html`<li>${t(text, { person: html`<bdi>${person}</bdi>` })}</li>`
    })}</ul></div>`

const peopleField = (filled: Filled): Html =>
  textArea(filled, {
    name: 'people',
    label: t('People'),
    longest: 200_000,
    hint: t('Email addresses or user IDs, one in each line, at most {most, number} at a time.', {
      most: maxMigratedPeople,
    }),
  })

const sending = (title: string, inside: Html, text: string): Html =>
  html`<form class="card stack" method="post" action="${adminPath}"><h2>${title}</h2>${inside}<p class="tell warn">${t('List only people whose identifier has really changed. The next owner of a mailbox on the list gets the account of the one before.')}</p><button class="btn" name="do" value="migration-open">${text}</button></form>`

const openForm = (filled: Filled, zone: string): Html => {
  const lastDayField = field(filled, {
    name: 'lastDay',
    label: t('Last day'),
    type: 'date',
    hint: t('At most 30 days ahead. The window closes at the end of that day, {zone} time.', {
      zone: zoneWords(zone),
    }),
  })
  return sending(
    t('Open a migration window'),
    html`<p>${t("For people whose identifier at the identity provider changes. While the window is open, each listed person's account moves once, to the identifier that arrives with their proven email address. Everybody on the list gets a mail.")}</p><div>${peopleField(filled)}${lastDayField}</div>`,
    t('Open migration window'),
  )
}

const personItem = ({ id, name, username, movedAt }: Window['people'][number], zone: string): Html =>
  html`<li><div><bdi>${name ?? username ?? id}</bdi></div>${movedAt ? html`<span class="tag good">${t('Moved {time}', { time: moment(movedAt, zone) })}</span>` : html`<span class="tag">${t('Not moved yet')}</span>`}</li>`

const openWindow = (
  window: NonNullable<Window['migration']>,
  { people, cursor }: Window,
  filled: Filled,
  zone: string,
): Html =>
  html`<section class="card stack"><h2>${t('The migration window is open')}</h2><p>${t('It closes {time}. {count, plural, one {# person is listed.} other {# people are listed.}}', { time: moment(window.endsAt, zone), count: window.people })}</p>${page.confirmedAction(adminPath, { text: t('Close migration window'), consequence: t('People who have moved keep their new identifier, the others keep the old one. You can open a window again.'), carried: { do: 'migration-close' }, css: 'bad small' })}</section>${page.listed(
    people.map((person) => personItem(person, zone)),
    [t('Nobody is listed yet'), t('Add the people whose identifier changes.')],
  )}${page.nextPageLink(migrationPath, cursor)}${sending(t('Add people'), peopleField(filled), t('Add people'))}`

/** The migration window of a school: who is listed and has moved, or a form that opens one (rules/saml 46). */
export const migrationPart: PartOf = async ({ query, filled, zone }, context) => {
  const [known, result] = await Promise.all([
    call(context, 'saml', 'getSamlConfig', {}),
    call(context, 'saml', 'getSamlMigration', { limit: '50', cursor: query.cursor }),
  ])
  if (!known.ok) return known.refusal.status === 404 ? providerMissing() : known
  if (!result.ok) return result
  const { added, skipped } = filled.values
  const { migration } = result.value
  return html`<p class="row"><a href="${signInPath}">${t('Identity provider')}</a><a href="${adminPath}?part=identity">${t('Identity attribute')}</a></p>${skipped ? skippedList(added ?? '0', skipped) : ''}${page.proofHint(context, migrationPath)}${migration ? openWindow(migration, result.value, filled, zone) : openForm(filled, zone)}`
}

/** People that a request cannot take: too many of them, or none. */
const peopleProblem = (people: readonly string[]): string | undefined => {
  if (people.length === 0) return t('List at least one person.')
  return people.length > maxMigratedPeople
    ? t(
        'You listed {count, number} people, and a request takes {most, number}. List the first {most, number}, then add the rest to the open window.',
        { count: people.length, most: maxMigratedPeople },
      )
    : undefined
}

/** Opens a migration window or adds people to it; who was not added is shown with the reason. */
export const changeMigration = async (input: FormInput, context: PageContext) => {
  const shown = (values: Filled['values'], refusal?: Filled['refusal']) =>
    adminPage({ part: 'migration' }, { values, refusal }, context)
  const people = peopleIn(input)
  if (input.do === 'migration-fill') return shown({ people: people.slice(0, maxMigratedPeople).join('\n') })
  const message = peopleProblem(people)
  if (message) return shown(input, refusalOf(400, { message, field: 'people' }))
  const { lastDay } = input
  const timezone = await readZone(context)
  const latest = new Date(context.now().getTime() + 30 * dayMs)
  const endsAt = lastDay === undefined ? undefined : (endOfDay(lastDay, timezone, latest) ?? 'none')
  const result = await call(context, 'saml', 'openSamlMigration', { people: [...people], endsAt })
  if (!result.ok) {
    const { refusal } = result
    if (page.isOfPage(refusal)) return page.refusedPage(context, refusal, migrationPath)
    return shown(input, refusal.field === 'endsAt' ? { ...refusal, field: 'lastDay' } : refusal)
  }
  const { added, skipped } = result.value
  if (skipped.length === 0) return page.redirectTo(migrationPath, 'people-listed')
  const lines = skipped.map(({ person, reason }) => `${reason} ${person}`)
  return shown({ added: String(added), skipped: lines.join('\n') })
}
