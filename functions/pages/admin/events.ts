import { type Answer, call, operation } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, field, hidden, textArea } from '../layout/forms.ts'
import { html, nextPageLink, typeWords, userText } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { type AreaAction, adminPath, type PartOf, partPath } from './admin.ts'
import { confirmation } from './confirmation.ts'

type Event = Answer<'analytics', 'listSchoolEvents'>['events'][number]

const filters = [
  ['', msg('Upcoming events')],
  ['past', msg('Past events too')],
  ['pending', msg('Waiting for approval')],
  ['draft', msg('Drafts')],
  ['rejected', msg('Rejected')],
] as const

const statuses = ['pending', 'draft', 'rejected'] as const

const statusWords: Readonly<Record<string, readonly [string, string]>> = {
  approved: ['good', msg('Published')],
  'not-applicable': ['good', msg('Published')],
  pending: ['warn', msg('Waiting for approval')],
  rejected: ['bad', msg('Rejected')],
  draft: ['', msg('Draft')],
  cancelled: ['bad', msg('Cancelled')],
}

const statusTag = ({ status, changesRequested }: Event) => {
  if (changesRequested) return html`<span class="tag warn">${t('Changes requested')}</span>`
  const [tone, text] = statusWords[status] ?? ['', status]
  return html`<span class="tag ${tone}">${t(text)}</span>`
}

/** All events of the school, drafts included. */
export const eventsPart: PartOf = async ({ query, zone }, context) => {
  const status = statuses.find((one) => one === query.filter)
  const result = await call(context, 'analytics', 'listSchoolEvents', {
    limit: '30',
    q: query.search?.trim() || undefined,
    cursor: query.cursor,
    ...(query.filter === 'past' ? { includePast: 'true' as const } : {}),
    ...(status === undefined ? {} : { status }),
  })
  if (!result.ok) return result
  const { events, nextCursor } = result.value
  return html`${dataTable({
    caption: t('Events'),
    address: partPath('events'),
    values: { search: query.search, filter: query.filter },
    search: t('Search events'),
    filters: [{ name: 'filter', label: t('Events'), choices: translateChoices(filters) }],
    rows: events,
    empty:
      query.search || query.filter
        ? [t('No events found'), t('Try another word or other events.')]
        : [
            t('No upcoming events yet'),
            t('Events that clubs and people plan appear here.'),
            { href: '/create-event', text: t('Create event') },
          ],
    columns: [
      {
        key: 'name',
        label: t('Event'),
        cell: ({ _id: id, name }) => html`<a href="/event/${id}/dashboard"><bdi>${name}</bdi></a>`,
      },
      { key: 'host', label: t('Host'), cell: ({ host }) => html`<bdi>${host.name}</bdi>` },
      { key: 'start', label: t('Starts'), cell: (event) => moment(event.start_time, zone) },
      { key: 'status', label: t('Status'), cell: statusTag },
      {
        key: 'type',
        label: t('Type'),
        cell: ({ type }) => html`<span class="tag"><bdi>${typeWords(type)}</bdi></span>`,
      },
      {
        key: 'registrations',
        label: t('Registrations'),
        isNumber: true,
        cell: ({ _id: id, name, registrationCount: count }) =>
          html`<a href="${partPath('registrations', { id })}" aria-label="${t('{count, plural, one {# registration} other {# registrations}}: {name}', { count, name })}">${count}</a>`,
      },
    ],
  })}${nextPageLink(partPath('events', { search: query.search, filter: query.filter }), nextCursor)}`
}

/** A notification to all members of the school, with a question before it is sent. */
export const announcePart: PartOf = async ({ filled }, context) => {
  const own: Filled = filled.values.do?.startsWith('notice-') ? filled : { values: {} }
  const { title = '', message = '' } = own.values
  if (own.values.do === 'notice-ask' && title.trim() !== '' && message.trim() !== '') {
    const people = await call(context, 'operators', 'getUserStats', {})
    const reach = people.ok
      ? t('The school has {count, plural, one {# person} other {# people}}. All members are notified.', {
          count: people.value.totalUsers,
        })
      : t('All members of the school are notified.')
    return confirmation({
      title: t('Send "{title}" to all members?', { title: html`<bdi>${title}</bdi>` }),
      consequence: html`${reach} ${t('They read it in their notifications. No email is sent. This cannot be undone.')}`,
      button: t('Send announcement'),
      does: 'notice-send',
      carried: { title, message },
      fields: html`<div class="card stack-s"><h3><bdi>${title}</bdi></h3>${userText(message)}</div>`,
      back: html`<button class="btn plain" name="do" value="notice-edit">${t('Edit announcement')}</button>`,
    })
  }
  const titleFields = [
    field(own, { name: 'title', label: t('Title'), longest: 200 }),
    textArea(own, { name: 'message', label: t('Message'), longest: 1000 }),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}"><h2>${t('Announcement to the school')}</h2>${hidden('do', 'notice-ask')}${titleFields}<p class="soft">${t('You can check the announcement before it is sent.')}</p><button class="btn">${t('Review announcement')}</button></form>`
}

export const noticeActions: Readonly<Record<string, AreaAction>> = {
  'notice-send': {
    part: 'announce',
    done: 'announced',
    run: operation('notifications', 'createSystemNotification', ({ title = '', message = '' }) => ({
      title,
      message,
    })),
  },
}
