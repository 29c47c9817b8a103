import { type AreaAction, adminPath, type PartOf, partPath, type Shown } from '../admin/admin.ts'
import { type Answer, call, type FormAction, type FormInput, type PageContext } from '../call.ts'
import { checkbox, type Filled, field, hidden, textArea } from '../layout/forms.ts'
import { type Html, html, nobodyFound } from '../layout/page.ts'
import { dataTable, pickedIn } from '../layout/table.ts'
import { t } from '../locale.ts'

type Person = Answer<'operators', 'findSchoolUsers'>['users'][number]

const search = async (shown: Shown, context: PageContext): Promise<Html> => {
  const typed = (shown.query.search ?? '').trim()
  const found = typed === '' ? undefined : await call(context, 'operators', 'findSchoolUsers', { q: typed })
  return dataTable<Person>({
    caption: t('People'),
    address: partPath('notify'),
    values: { search: typed },
    search: t('Search people'),
    rows: found?.ok ? found.value.users : [],
    empty:
      typed === ''
        ? [t('Who should be notified?'), t('Search for people by name, and check the boxes beside them.')]
        : nobodyFound(typed),
    columns: [
      { key: 'name', label: t('Name'), cell: ({ name }) => html`<bdi>${name}</bdi>` },
      { key: 'username', label: t('Username'), cell: ({ username }) => html`<bdi>${username}</bdi>` },
      { key: 'email', label: t('Email'), cell: ({ email }) => html`<bdi>${email}</bdi>` },
    ],
    bulk: {
      action: adminPath,
      idOf: ({ _id }) => _id,
      nameOf: ({ name }) => name,
      buttons: [['notify-pick', t('Write notification'), '']],
    },
  })
}

const messageForm = async (
  picked: readonly string[],
  filled: Filled,
  context: PageContext,
): Promise<Html> => {
  const found = await call(context, 'users', 'getUsers', { userIds: JSON.stringify(picked.slice(0, 100)) })
  const names = found.ok ? found.value.users.map(({ name }) => name) : []
  const own: Filled = filled.values.do === 'notify-send' ? filled : { values: {} }
  const titleFields = [
    field(own, { name: 'title', label: t('Title'), longest: 200 }),
    textArea(own, { name: 'message', label: t('Message'), longest: 1000 }),
    checkbox(own, 'urgent', t('Urgent: ask each person to acknowledge it')),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'notify-send')}${picked.map((id) => hidden(`pick-${id}`, 'yes'))}<h2>${t('Notify {count, plural, one {# person} other {# people}}', { count: picked.length })}</h2><p class="soft"><bdi>${names.join(', ')}</bdi></p><div>${titleFields}</div><div class="row"><button class="btn">${t('Send notification')}</button><a class="btn plain" href="${partPath('notify')}">${t('Cancel')}</a></div></form>`
}

/** A notification to chosen people: a search, then the message. */
export const notificationPart: PartOf = async (shown, context) => {
  const { filled } = shown
  const picked = filled.values.do?.startsWith('notify-') ? pickedIn(filled.values) : []
  const none =
    filled.values.do === 'notify-pick' && picked.length === 0
      ? html`<p class="tell warn" role="alert">${t('Check the boxes of the people to notify first.')}</p>`
      : ''
  return picked.length > 0
    ? messageForm(picked, filled, context)
    : html`<p class="soft">${t('For all members use {announcements}.', { announcements: html`<a href="${partPath('announce')}">${t('Announcements')}</a>` })}</p>${none}${await search(shown, context)}`
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
