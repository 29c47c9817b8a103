import { type AreaAction, adminPath, type PartOf, partPath, type Shown } from '../admin/admin.ts'
import { type Answer, call, type FormAction, type FormInput, type PageContext } from '../call.ts'
import { checkbox, type Filled, field, hidden, textArea } from '../layout/forms.ts'
import { type Html, html, plural } from '../layout/page.ts'
import { dataTable, pickedIn } from '../layout/table.ts'

type Person = Answer<'operators', 'findSchoolUsers'>['users'][number]

const search = async (shown: Shown, context: PageContext): Promise<Html> => {
  const typed = (shown.query.search ?? '').trim()
  const found = typed === '' ? undefined : await call(context, 'operators', 'findSchoolUsers', { q: typed })
  return dataTable<Person>({
    caption: 'People',
    address: partPath('notify'),
    values: { search: typed },
    search: 'Search people',
    rows: found?.ok ? found.value.users : [],
    empty:
      typed === ''
        ? ['Who should be notified?', 'Search for people by name, and check the boxes beside them.']
        : ['No person found', 'Enter at least two letters of the first or last name.'],
    columns: [
      { key: 'name', label: 'Name', cell: ({ name }) => html`<bdi>${name}</bdi>` },
      { key: 'username', label: 'Username', cell: ({ username }) => html`<bdi>${username}</bdi>` },
      { key: 'email', label: 'Email', cell: ({ email }) => html`<bdi>${email}</bdi>` },
    ],
    bulk: {
      action: adminPath,
      idOf: ({ _id }) => _id,
      nameOf: ({ name }) => name,
      buttons: [['notify-pick', 'Write notification', '']],
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
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'notify-send')}${picked.map((id) => hidden(`pick-${id}`, 'yes'))}<h2>Notify ${plural(picked.length, 'person', 'people')}</h2><p class="soft"><bdi>${names.join(', ')}</bdi></p><div>${field(own, { name: 'title', label: 'Title', longest: 200 })}${textArea(own, { name: 'message', label: 'Message', longest: 1000 })}${checkbox(own, 'urgent', 'Urgent: ask each person to acknowledge it')}</div><div class="row"><button class="btn">Send notification</button><a class="btn plain" href="${partPath('notify')}">Cancel</a></div></form>`
}

/** A notification to chosen people: a search, then the message. */
export const notificationPart: PartOf = async (shown, context) => {
  const { filled } = shown
  const picked = filled.values.do?.startsWith('notify-') ? pickedIn(filled.values) : []
  const none =
    filled.values.do === 'notify-pick' && picked.length === 0
      ? html`<p class="tell warn" role="alert">Check the boxes of the people to notify first.</p>`
      : ''
  return picked.length > 0
    ? messageForm(picked, filled, context)
    : html`<p class="soft">For all members use <a href="${partPath('announce')}">Announcements</a>.</p>${none}${await search(shown, context)}`
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
