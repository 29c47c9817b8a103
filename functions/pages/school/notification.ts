import { type AreaAction, adminPath, type PartOf, partPath, type Shown } from '../admin/admin.ts'
import { type Answer, call, type FormAction, type FormInput, type PageContext } from '../call.ts'
import { checkbox, type Filled, field, hidden, textArea } from '../layout/forms.ts'
import { type Html, html, nobodyFound } from '../layout/page.ts'
import { dataTable, pickedIn } from '../layout/table.ts'
import { t } from '../locale.ts'

type Person = Answer<'operators', 'findSchoolUsers'>['users'][number]

const boxOf = (id: string): string => `pick-${id}`

const namesOf = async (ids: readonly string[], context: PageContext) => {
  if (ids.length === 0) return []
  const found = await call(context, 'users', 'getUsers', { userIds: JSON.stringify(ids.slice(0, 100)) })
  return found.ok ? found.value.users : []
}

/** The people who were found, beside those who were chosen before. One form has both, so another search keeps them. */
const choice = async ({ query, filled }: Shown, picked: readonly string[], context: PageContext) => {
  const typed = (filled.values.search ?? query.search ?? '').trim()
  const [found, named] = await Promise.all([
    typed === '' ? undefined : call(context, 'operators', 'findSchoolUsers', { q: typed }),
    namesOf(picked, context),
  ])
  const rows = found?.ok ? found.value.users : []
  const isFound = new Set(rows.map(({ _id }) => _id))
  const chosen: Filled = { values: Object.fromEntries(picked.map((id) => [boxOf(id), 'yes'])) }
  const others = named.filter(({ _id }) => !isFound.has(_id))
  const isShown = new Set([...isFound, ...others.map(({ _id }) => _id)])
  // People without a name here stay chosen.
  const unnamed = picked.filter((id) => !isShown.has(id)).map((id) => hidden(boxOf(id), 'yes'))
  const table = dataTable<Person>({
    caption: t('People'),
    rows,
    empty:
      typed === ''
        ? [t('Who should be notified?'), t('Search for people by name, and check the boxes beside them.')]
        : nobodyFound(typed),
    columns: [
      { key: 'name', label: t('Name'), cell: ({ _id, name }) => checkbox(chosen, boxOf(_id), name) },
      { key: 'username', label: t('Username'), cell: ({ username }) => html`<bdi>${username}</bdi>` },
      { key: 'email', label: t('Email'), cell: ({ email }) => html`<bdi>${email}</bdi>` },
    ],
  })
  return html`<form class="stack" method="post" action="${adminPath}">${unnamed}${others.length === 0 ? '' : html`<fieldset class="card"><legend>${t('Selected people')}</legend>${others.map(({ _id, name }) => checkbox(chosen, boxOf(_id), name))}</fieldset>`}<div class="find"><label class="vh" for="search">${t('Search people')}</label><input id="search" name="search" type="search" value="${typed}" placeholder="${t('Search people')}" maxlength="100" autocomplete="off" dir="auto"><button class="btn plain" name="do" value="notify-search">${t('Search')}</button></div>${table}${picked.length + rows.length === 0 ? '' : html`<p><button class="btn" name="do" value="notify-pick">${t('Write notification')}</button></p>`}</form>`
}

const messageForm = async (
  picked: readonly string[],
  filled: Filled,
  context: PageContext,
): Promise<Html> => {
  const names = (await namesOf(picked, context)).map(({ name }) => name)
  const own: Filled = filled.values.do === 'notify-send' ? filled : { values: {} }
  const titleFields = [
    field(own, { name: 'title', label: t('Title'), longest: 200 }),
    textArea(own, { name: 'message', label: t('Message'), longest: 1000 }),
    checkbox(own, 'urgent', t('Urgent: ask each person to acknowledge it')),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'notify-send')}${picked.map((id) => hidden(boxOf(id), 'yes'))}<h2>${t('Notify {count, plural, one {# person} other {# people}}', { count: picked.length })}</h2><p class="soft"><bdi>${names.join(', ')}</bdi></p><div>${titleFields}</div><div class="row"><button class="btn">${t('Send notification')}</button><a class="btn plain" href="${partPath('notify')}">${t('Cancel')}</a></div></form>`
}

/** A notification to chosen people: a search, then the message. */
export const notificationPart: PartOf = async (shown, context) => {
  const { filled } = shown
  const does = filled.values.do
  const picked = does?.startsWith('notify-') ? pickedIn(filled.values) : []
  if (picked.length > 0 && does !== 'notify-search') return messageForm(picked, filled, context)
  const none =
    does === 'notify-pick'
      ? html`<p class="tell warn" role="alert">${t('Check the boxes of the people to notify first.')}</p>`
      : ''
  return html`<p class="soft">${t('For all members use {announcements}.', { announcements: html`<a href="${partPath('announce')}">${t('Announcements')}</a>` })}</p>${none}${await choice(shown, picked, context)}`
}

const send: FormAction = (input: FormInput, context) => {
  const { title = '', message = '' } = input
  const [recipient = '', ...others] = pickedIn(input)
  const words = { title, message, ...(input.urgent === 'yes' ? { priority: 'urgent' as const } : {}) }
  return others.length === 0
    ? call(context, 'notifications', 'createNotification', { recipient, ...words })
    : call(context, 'notifications', 'createNotificationBatch', {
        recipients: [recipient, ...others],
        ...words,
      })
}

export const notificationActions: Readonly<Record<string, AreaAction>> = {
  'notify-send': { part: 'notify', done: 'sent', run: send },
}
