import { type Answer, call, type FormInput, type PageContext, pageScope } from '../call.ts'
import { agoWords, dayWords } from '../layout/dates.ts'
import {
  accountPage,
  actionButton,
  confirmedAction,
  copyField,
  type Html,
  html,
  listed,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { deviceName } from '../layout/sign-ins.ts'
import { t } from '../locale.ts'
import { settingsFrame, settingsPart, settingsPath } from './frame.ts'

const here = settingsPart('connections')

type PushDevice = Answer<'sessions', 'listPushDevices'>['devices'][number]
type CalendarLink = Answer<'calendars', 'listCalendarLinks'>['links'][number]

const deviceItem = (device: PushDevice, now: Date): Html => {
  const { id, deviceInfo, lastUsed, schools, isCurrent } = device
  const name = deviceName(deviceInfo)
  const where = schools.map(({ school }) => school).join(', ')
  return html`<li><div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft">${isCurrent ? t('This device') : t('Used {when}', { when: agoWords(lastUsed, now) })} &middot; <bdi>${where}</bdi></p></div>${actionButton(settingsPath, t('Stop push'), { do: 'end-push', id }, { label: name })}</li>`
}

const calendarItem = (link: CalendarLink, context: PageContext): Html => {
  const { visit } = pageScope(context)
  const tenantKey = context.tenant.key
  const { id, school, createdAt } = link
  const name = school === tenantKey ? (visit.school?.name ?? school) : school
  const carried: Record<string, string> =
    school === tenantKey ? { do: 'end-calendar' } : { do: 'end-calendar', id }
  return html`<li><div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft">${t('Created {date}', { date: dayWords(createdAt, visit.timezone) })}</p></div>${confirmedAction(settingsPath, { text: t('Revoke'), consequence: t('Calendars that use the address at {school} no longer update. You can create a new address.', { school: html`<bdi>${name}</bdi>` }), button: t('Revoke address'), carried, css: 'bad small', label: name })}</li>`
}

const replacing = (): Html =>
  confirmedAction(settingsPath, {
    text: t('Replace address'),
    consequence: t(
      'Calendars that use the current address no longer update until you give them the new one.',
    ),
    carried: { do: 'calendar' },
    css: 'plain',
  })

const newAddress = (address: string): Html =>
  html`<section class="card stack"><h2>${t('Your new calendar address')}</h2><p class="tell good" role="status">${t('Copy this address into your calendar now. It is shown this once.')}</p>${copyField(t('Calendar address'), address)}<p><a href="${address}">${t('Open in a calendar app')}</a></p></section>`

/** Devices that receive push messages, and secret calendar addresses, at all schools of the reader. */
export const connectionsPage = async (context: PageContext, done?: string, address?: string) => {
  const [devices, links] = await Promise.all([
    call(context, 'sessions', 'listPushDevices', {}),
    call(context, 'calendars', 'listCalendarLinks', {}),
  ])
  if (!devices.ok) return refusedPage(context, devices.refusal)
  if (!links.ok) return refusedPage(context, links.refusal)
  const now = context.now()
  const own = links.value.links.some(({ school }) => school === context.tenant.key)
  const calendars = listed(
    links.value.links.map((link) => calendarItem(link, context)),
    [t('No calendar address'), t('A calendar address shows your events in the calendar app of your phone.')],
  )
  const body = settingsFrame(
    'connections',
    html`${address === undefined ? '' : newAddress(address)}<section class="stack"><h2>${t('Push messages')}</h2><p class="soft">${t('These devices receive push messages. Stopping them does not sign the device out.')}</p>${listed(
      devices.value.devices.map((device) => deviceItem(device, now)),
      [
        t('No device receives push messages'),
        t('Allow notifications in the app on your phone, and it appears here.'),
      ],
    )}</section><section class="stack"><h2>${t('Calendar addresses')}</h2><p class="soft">${t('Anyone with an address can read the events that you attend. A revoked address stops working at once.')}</p>${calendars}${own ? replacing() : actionButton(settingsPath, t('Create address'), { do: 'calendar' }, { css: '' })}</section>`,
  )
  return accountPage(context, {
    title: t('Push and calendar'),
    body,
    done,
    narrow: false,
    medium: true,
    ...(address === undefined ? {} : { script: 'copy.js' as const }),
  })
}

export const connectionForms = ['end-push', 'end-calendar']

const change = ({ id, ...input }: FormInput, context: PageContext) => {
  if (input.do === 'end-push') return call(context, 'sessions', 'removePushDevice', { deviceId: id ?? '' })
  return id === undefined
    ? call(context, 'calendars', 'revokeCalendarToken', {})
    : call(context, 'calendars', 'removeCalendarLink', { linkId: id })
}

/** Ends push messages to a device, or a calendar address. One that has ended already is no refusal. */
export const changeConnections = async (input: FormInput, context: PageContext) => {
  const result = await change(input, context)
  if (result.ok || result.refusal.status === 404) return redirectTo(here, 'removed')
  return refusedPage(context, result.refusal, here)
}
