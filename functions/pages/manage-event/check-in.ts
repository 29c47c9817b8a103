import { type Answer, call, type PageContext } from '../call.ts'
import { type CheckInPhase, checkInPhaseOf, checkInTag } from '../check-in/check-in-times.ts'
import { partText, registrationsCheckedIn } from '../check-in/desk-people.ts'
import { drawn } from '../check-in/ticket.ts'
import type { EventPage } from '../event/event.ts'
import { failureMessage } from '../failure-words.ts'
import { momentWords } from '../layout/dates.ts'
import { type Choice, checkbox, type Filled, field, hidden, refusedForm, select } from '../layout/forms.ts'
import { confirmedMenuAction, menu } from '../layout/menu.ts'
import {
  actionButton,
  confirmedAction,
  copyField,
  empty,
  type Html,
  html,
  listed,
  nextPageLink,
  pageOf,
  raw,
} from '../layout/page.ts'
import { type Column, dataTable } from '../layout/table.ts'
import { currentLocale, msg, t, translateChoices } from '../locale.ts'
import {
  type EventPart,
  isOpen,
  type ManagedEvent,
  managePlace,
  type PartForm,
  type PartQuery,
  type PartView,
  type SendForm,
  type ShowPart,
} from './parts.ts'

type Settings = Answer<'checkins', 'getCheckInSettings'>['settings']
type Helper = Answer<'checkins', 'listDoorCredentials'>['credentials'][number]

const methods: readonly Choice[] = [
  ['both', msg('With the link, a printed code, or the code on a screen')],
  ['link', msg('Only with the link or a printed code')],
  ['qr', msg('Only with the code on a screen, which changes every half minute')],
]

/** While check-in is open, which is what most events need, or hours from now. */
const duringCheckIn = 'event'
const helperHours: readonly Choice[] = [
  ['4', msg('4 hours from now')],
  ['8', msg('8 hours from now')],
  ['24', msg('One day from now')],
]
const validities = (phase: CheckInPhase): readonly Choice[] =>
  phase === 'over' ? helperHours : [[duringCheckIn, msg('While check-in is open')], ...helperHours]

const settingsValues = (settings: Settings): Filled['values'] => ({
  method: settings.method,
  ...(settings.allowOnPageCheckIn ? { onPage: 'yes' } : {}),
  ...(settings.requireRegistration ? { registered: 'yes' } : {}),
  ...(settings.allowEarlyCheckIn ? { early: 'yes' } : {}),
})

const settingsForm = (settings: Settings, { path }: ManagedEvent, filled: Filled): Html => {
  const isOwn = filled.values.do === 'checkin-settings'
  const own = isOwn ? filled : { values: settingsValues(settings) }
  const ruleFields = [
    checkbox(own, 'onPage', t('Also with a button on the event page')),
    checkbox(own, 'registered', t('Only people with a registration')),
    checkbox(own, 'early', t('From 24 hours before the start')),
  ]
  return html`<form class="card stack" method="post" action="${path}"><h2>${t('How people check in')}</h2>${hidden('do', 'checkin-settings')}${isOwn ? refusedForm(own, ['method']) : ''}${select(own, 'method', t('By themselves'), translateChoices(methods))}<div>${ruleFields}</div><button class="btn plain">${t('Save settings')}</button></form>`
}

/** The code for self check-in, to print or to show on a screen. */
const codeCard = async ({ event, path }: ManagedEvent, settings: Settings, context: PageContext) => {
  const found =
    settings.method === 'link'
      ? await call(context, 'checkins', 'getCheckInLink', { eventId: event._id })
      : await call(context, 'checkins', 'getCheckInCode', { eventId: event._id, format: 'svg' })
  if (!found.ok) return html`<p class="tell bad">${failureMessage(found.refusal)}</p>`
  const { checkInUrl } = found.value
  const svg = 'qrCode' in found.value ? found.value.qrCode : await drawn(checkInUrl)
  const about =
    settings.method === 'qr'
      ? html`<p class="soft">${t('This code is valid for half a minute. Reload the page for a new one.')}</p>`
      : html`<p class="soft">${t('Print this page, or send {link}. The code stays the same until you replace it.', { link: html`<a href="${checkInUrl}">${t('the check-in link')}</a>` })}</p>`
  return html`<section class="card stack"><h2>${t('Code for self check-in')}</h2><div class="qr" role="img" aria-label="${t('QR code for self check-in')}">${raw(svg)}</div>${about}${confirmedAction(path, { text: t('Replace the code'), consequence: t('Earlier codes and links stop working at once, printed ones too.'), button: t('Replace code and link'), carried: { do: 'checkin-rotate' } })}</section>`
}

const helperState = ({ revokedAt, startsAt, expiresAt }: Helper, now: Date, zone: string): Html => {
  if (revokedAt) return html`<span class="tag">${t('Link ended')}</span>`
  if (Date.parse(expiresAt) <= now.getTime()) return html`<span class="tag">${t('Link expired')}</span>`
  return startsAt !== undefined && Date.parse(startsAt) > now.getTime()
    ? html`<span class="tag">${t('From {time}', { time: momentWords(startsAt, zone) })}</span>`
    : html`<span class="tag good">${t('Until {time}', { time: momentWords(expiresAt, zone) })}</span>`
}

const helperRow = (helper: Helper, { event, path }: ManagedEvent, now: Date): Html => {
  const { _id, name, createdAt, revokedAt, expiresAt } = helper
  const isActive = !revokedAt && Date.parse(expiresAt) > now.getTime()
  return html`<li><div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft">${t('Created {time}', { time: momentWords(createdAt, event.timezone) })}</p></div><div class="row">${helperState(helper, now, event.timezone)}${isActive ? menu([confirmedMenuAction(path, { text: t('End this link'), consequence: t('{name} can no longer check people in with it. You can create a new link.', { name: html`<bdi>${name}</bdi>` }), carried: { do: 'checkin-revoke', id: _id }, label: name })], t('More actions for {name}', { name })) : ''}</div></li>`
}

const helpers = async (managed: ManagedEvent, filled: Filled, query: PartQuery, context: PageContext) => {
  const { event, path } = managed
  const cursor = query.cursor
  const found = await call(context, 'checkins', 'listDoorCredentials', {
    eventId: event._id,
    limit: '20',
    cursor,
  })
  // An organization that only collaborates on the event may not create links.
  if (!found.ok) return ''
  const isOwn = filled.values.do === 'checkin-helper'
  const own: Filled = isOwn ? filled : { values: {} }
  const phase = checkInPhaseOf(event, context.now())
  const { credentials, nextCursor } = found.value
  const nameFields = [
    field(own, {
      name: 'name',
      label: t('Person or device'),
      longest: 80,
      hint: t('Such as "Sam, north door"'),
    }),
    select(own, 'hours', t('Valid'), translateChoices(validities(phase))),
  ]
  return html`<section class="stack"><h2>${t('Helpers without an account')}</h2><p class="soft">${t('A helper link opens the check-in desk of this event without an account, on every device that opens it. It shows names only, and nothing else of the school.')} ${t('Members who help often need no link: give them a role that checks people in at events.')}</p><form class="card stack" method="post" action="${path}">${hidden('do', 'checkin-helper')}${isOwn ? refusedForm(own, ['name', 'hours']) : ''}<div class="pair">${nameFields}</div><button class="btn plain">${t('Create helper link')}</button></form>${listed(
    credentials.map((helper) => helperRow(helper, managed, context.now())),
    [t('No helper links'), t('Links that you create appear here. You can end each of them at any time.')],
  )}${nextPageLink(`${path}?part=checkin`, nextCursor, t('More helpers'))}</section>`
}

type Group = { readonly guestCount: number; readonly headsCheckedIn: number }

const seatsColumn = (): Column<Group> => ({
  key: 'seats',
  label: t('Seats'),
  isNumber: true,
  cell: ({ guestCount, headsCheckedIn }) =>
    headsCheckedIn > 0 ? partText({ guestCount, headsCheckedIn }) : guestCount,
})

/** People with a seat who are not checked in yet, and groups of which some are missing, as a list to print. */
const expectedList = async ({ event, orgId, path }: ManagedEvent, query: PartQuery, context: PageContext) => {
  const found = await call(context, 'checkins', 'listExpected', {
    orgId,
    eventId: event._id,
    partial: 'true',
    limit: '100',
    cursor: query.cursor,
  })
  if (!found.ok) return found
  const { registrations, stats, nextCursor } = found.value
  const isComplete = !query.cursor && !nextCursor
  const rows = isComplete
    ? [...registrations].sort((a, b) => a.displayName.localeCompare(b.displayName, currentLocale().language))
    : registrations
  const hasGuests = rows.some(({ guestCount }) => guestCount > 1)
  return html`<p><a href="${path}?part=checkin">${t('Check-in')}</a></p><h2>${t('Expected people')}</h2><p class="soft num">${registrationsCheckedIn(stats)}<br>${t('Print this list for a desk without a connection.')}</p>${dataTable(
    {
      caption: t('Expected people'),
      rows,
      empty: [
        stats.totalRegistrations === 0 ? t('Nobody is registered yet') : t('Everybody is checked in'),
        t('People with a seat who are not checked in yet appear here.'),
      ],
      columns: [
        { key: 'name', label: t('Name'), cell: ({ displayName }) => html`<bdi>${displayName}</bdi>` },
        { key: 'email', label: t('Email'), cell: ({ email }) => html`<bdi>${email ?? ''}</bdi>` },
        ...(hasGuests ? [seatsColumn()] : []),
        {
          key: 'registered',
          label: t('Registered on'),
          cell: ({ registeredAt, type }) => {
            const time = momentWords(registeredAt, event.timezone)
            return type === 'guest' ? t('{time}, guest of another school', { time }) : time
          },
        },
      ],
    },
  )}${nextPageLink(`${path}?part=checkin&id=expected`, nextCursor, t('More people'))}`
}

const state = (event: EventPage, { path, orgId }: ManagedEvent, now: Date): Html => {
  const phase = checkInPhaseOf(event, now)
  const expected =
    orgId === ''
      ? ''
      : html`<a class="btn plain" href="${path}?part=checkin&amp;id=expected">${t('Expected people')}</a>`
  if (phase === 'off')
    return html`<div class="card stack"><p>${checkInTag(event, now)} ${t('Turn on check-in so that people can check in when the event starts.')}</p><div class="row">${actionButton(path, t('Turn on check-in'), { do: 'checkin-open' }, { css: '' })}${expected}</div></div>`
  const desk = html`<a class="btn${phase === 'open' ? '' : ' plain'}" href="/event/${event._id}/door">${t('Open check-in desk')}</a>`
  const text = {
    early: t(
      'Then people check in with the code, the link or their ticket, or you check them in at the desk.',
    ),
    open: t('People check in with the code, the link or their ticket, or you check them in at the desk.'),
    over: t('For a week after the event you can correct at the desk who was there.'),
  }[phase]
  const closing =
    phase === 'over' || !event.checkInEnabled
      ? ''
      : actionButton(path, t('Turn off check-in'), { do: 'checkin-close' }, { css: 'plain' })
  return html`<div class="card stack"><p>${checkInTag(event, now)} ${text}</p><div class="row">${desk}${expected}${closing}</div></div>`
}

const show: ShowPart = async (managed, query, filled, context): Promise<PartView> => {
  const { event, orgId } = managed
  if (!isOpen(event))
    return empty(
      t('Check-in needs a published event'),
      t('Submit the event first. Check-in can open once it is published.'),
    )
  if (query.id === 'expected' && orgId !== '') return expectedList(managed, query, context)
  const found = await call(context, 'checkins', 'getCheckInSettings', { eventId: event._id })
  if (!found.ok) return found
  const { settings } = found.value
  const [code, helping] = await Promise.all([
    event.checkInEnabled ? codeCard(managed, settings, context) : '',
    helpers(managed, filled, query, context),
  ])
  const other = ['checkin-settings', 'checkin-helper'].includes(filled.values.do ?? '')
    ? ''
    : refusedForm(filled, [])
  return html`${other}<div class="two list-first"><div class="rest stack-l">${state(event, managed, context.now())}${helping}</div><aside class="stack">${code}${settingsForm(settings, managed, filled)}</aside></div>`
}

/** The address that a helper opens. The page behind it asks before it stores anything. */
const helperAddress = (context: PageContext, eventId: string, secret: string): string =>
  `${context.tenant.origin}/event/${eventId}/door?helper=${encodeURIComponent(secret)}`

const createHelper: SendForm = async ({ eventId, name = '', hours = '' }, managed, context) => {
  const result = await call(context, 'checkins', 'createDoorCredential', {
    eventId,
    name,
    ...(hours === duringCheckIn ? { duringCheckIn: true } : { hours: Number(hours || 8) }),
  })
  if (!result.ok) return { result, done: '' }
  const { credential } = result.value
  const { timezone } = managed.event
  const address = helperAddress(context, eventId, credential.secret)
  const until = momentWords(credential.expiresAt, timezone)
  const validity = credential.startsAt
    ? t('Anyone who has this link can check people in from {start} until {end}.', {
        start: momentWords(credential.startsAt, timezone),
        end: until,
      })
    : t('Anyone who has this link can check people in until {time}.', { time: until })
  const body = html`<div class="card stack"><p class="soft">${t('Helper link for {name}', { name: html`<bdi>${credential.name}</bdi>` })}</p><h1>${t('Give this link to the helper')}</h1><p class="tell warn">${t('It is shown only once.')} ${validity}</p>${copyField(t('Helper link'), address)}<div class="qr" role="img" aria-label="${t('QR code of the helper link')}">${raw(await drawn(address))}</div><a class="btn full" href="${managed.path}?part=checkin">${t('Done')}</a></div>`
  return {
    result,
    done: '',
    page: pageOf(context, {
      title: t('Helper link'),
      body,
      place: managePlace(managed.orgId),
      narrow: true,
      script: 'copy.js',
    }),
  }
}

const saveSettings: SendForm = async (form, _, context) => ({
  done: 'check-in-saved',
  result: await call(context, 'checkins', 'changeCheckInSettings', {
    eventId: form.eventId,
    settings: {
      method: (['both', 'link', 'qr'] as const).find((method) => method === form.method) ?? 'both',
      allowOnPageCheckIn: form.onPage === 'yes',
      requireRegistration: form.registered === 'yes',
      allowEarlyCheckIn: form.early === 'yes',
    },
  }),
})

const scopeOf = ({ eventId }: PartForm) => ({ eventId })

/** Check-in of an event: open or closed, how people check in, the code, and helpers without an account. */
export const checkInPart: EventPart = {
  show,
  forms: {
    open: async (form, _, context) => ({
      done: 'door-open',
      result: await call(context, 'checkins', 'enableCheckIn', scopeOf(form)),
    }),
    close: async (form, _, context) => ({
      done: 'door-closed',
      result: await call(context, 'checkins', 'disableCheckIn', scopeOf(form)),
    }),
    rotate: async (form, _, context) => ({
      done: 'code-replaced',
      result: await call(context, 'checkins', 'rotateCheckIn', scopeOf(form)),
    }),
    settings: saveSettings,
    helper: createHelper,
    revoke: async ({ eventId, id = '' }, _, context) => ({
      done: 'helper-ended',
      result: await call(context, 'checkins', 'revokeDoorCredential', { eventId, doorId: id }),
    }),
  },
}
