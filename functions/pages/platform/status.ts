import { type AreaAction, adminPath, partPath } from '../admin/admin.ts'
import { confirmation } from '../admin/confirmation.ts'
import { type Answer, type FormInput, operation } from '../call.ts'
import { type Choice, type Filled, field, hidden, select } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'

type School = Answer<'tenants', 'getTenant'>
export type Status = School['status']

export const statusChoices: readonly Choice[] = [
  ['active', msg('Open')],
  ['coming_soon', msg('Opens soon')],
  ['maintenance', msg('Closed for now')],
  ['hidden', msg('Open, and not listed')],
]

export const statusTag = (status: Status): Html => {
  const text = statusChoices.find(([value]) => value === status)?.[1] ?? status
  return html`<span class="tag ${status === 'active' || status === 'hidden' ? 'good' : 'warn'}">${t(text)}</span>`
}

const isStatusForm = ({ values }: Filled): boolean => values.do === 'status' || values.do === 'status-ask'

/** Opens or closes a school. */
export const statusForm = ({ tenantKey, status, statusMessage }: School, filled: Filled): Html => {
  const own: Filled = isStatusForm(filled)
    ? filled
    : { values: { status, statusMessage: status === 'active' ? '' : statusMessage } }
  const messageField = field(own, {
    name: 'statusMessage',
    label: t('Message to people'),
    optional: true,
    longest: 240,
    hint: t('Public: shown while the school is not open, also in the list of schools.'),
  })
  return html`<form class="card stack" method="post" action="${adminPath}"><h2>${t('Status')}</h2>${hidden('do', 'status-ask')}${hidden('id', tenantKey)}<div>${select(own, 'status', t('Status'), translateChoices(statusChoices))}${messageField}</div><button class="btn plain">${t('Change status')}</button></form>`
}

/** Asks before a school is closed to its people. */
export const closingQuestion = (school: School, { values, refusal }: Filled): Html | string => {
  const { do: action, status = '', statusMessage = '' } = values
  if (action !== 'status-ask' || refusal) return ''
  const name = html`<bdi>${school.name}</bdi>`
  const shown = statusMessage.trim()
    ? t('Everybody can read your message: {message}', { message: html`<bdi>${statusMessage}</bdi>` })
    : ''
  return confirmation({
    title:
      status === 'maintenance'
        ? t('Close {name} for now?', { name })
        : t('Close {name} until it opens?', { name }),
    consequence: html`${t('Until you open it again, only administrators can use it. Everybody else can see no events there, cannot register and cannot check in. Its data stays.')} ${shown}`,
    button: t('Close school'),
    carried: { do: 'status', id: school.tenantKey, status, statusMessage },
    back: partPath('school', { id: school.tenantKey }),
  })
}

/** An open school shows no message, so opening one also removes the message. */
const changeStatus = operation('tenants', 'updateTenantStatuses', (input: FormInput) => {
  const { id = '', status = '' } = input
  const statusMessage = status === 'active' ? '' : input.statusMessage
  return {
    tenants: [
      {
        tenantKey: id,
        status: status as Status,
        ...(statusMessage === undefined ? {} : { statusMessage }),
      },
    ],
  }
})

const change = { part: 'school', done: 'status-changed', opens: 'item', run: changeStatus } as const

export const statusActions: Readonly<Record<string, AreaAction>> = { status: change, 'status-ask': change }
