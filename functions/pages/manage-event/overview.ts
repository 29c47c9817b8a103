import { text } from '../../../lib/contract/fields.ts'
import { answer } from '../../../lib/contract/reply.ts'
import {
  type Answer,
  type CallResult,
  call,
  type FormAction,
  operation,
  type PageContext,
  type Refusal,
  refusalOf,
} from '../call.ts'
import { checkInPhaseOf, checkInTag } from '../check-in/check-in-times.ts'
import type { EventPage } from '../event/event.ts'
import { bigNumbers, lineChart, rankChart } from '../layout/chart.ts'
import { atPictureField, chosenFiles, fileForm, pictureField } from '../layout/files.ts'
import { type Filled, hidden, nothingFilled, refusedForm, textArea } from '../layout/forms.ts'
import {
  actionButton,
  bar,
  collapsible,
  confirmedAction,
  guardedLink,
  type Html,
  html,
} from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { approvalSection, longestComment } from './approval.ts'
import { growthOf } from './growth.ts'
import {
  type EventPart,
  isOpen,
  type ManagedEvent,
  type PartForm,
  type SendForm,
  type ShowPart,
} from './parts.ts'
import { otherDates } from './series.ts'
import { hasRegistrations, registeredText, submittedMessage } from './states.ts'

type Numbers = Answer<'analytics', 'getEventAnalytics'>
type Growth = Answer<'analytics', 'getRsvpGrowth'>

/** Asks first where people hold seats: they read about it, and nobody decides on the event any more. */
const withdrawing = (event: EventPage, to: string): Html => {
  const text = t('Withdraw submission')
  const carried = { do: 'take-back' }
  if (!hasRegistrations(event)) return actionButton(to, text, carried, { css: 'plain' })
  const consequence = html`${registeredText(event)} ${t('They keep their seats and are notified that the organizers are changing the event. It stays hidden until you submit it again and it is approved.')}`
  return confirmedAction(to, { text, consequence, carried, css: 'plain' })
}

/** Names the people who lose their registration, and the way to give them a reason. */
const deleting = (event: EventPage, to: string, now: Date): Html => {
  const deleted = t('{name} will be deleted. This cannot be undone.', {
    name: html`<bdi>${event.name}</bdi>`,
  })
  const cancelled = html` ${registeredText(event)} ${t('They are notified that the event is cancelled, and their links no longer work. To keep the page and give a reason, choose {cancel} below instead.', { cancel: html`<strong>${t('Cancel event')}</strong>` })}`
  const isToCome = Date.parse(event.end_time) > now.getTime()
  const consequence = html`${deleted}${isToCome && hasRegistrations(event) ? cancelled : ''}`
  return confirmedAction(to, { text: t('Delete draft'), consequence, carried: { do: 'delete' }, css: 'bad' })
}

/** Buttons for the status that the event has. */
export const eventButtons = ({ event, returned }: ManagedEvent, now: Date): Html => {
  const phase = checkInPhaseOf(event, now)
  const to = `/event/${event._id}/dashboard`
  const unsubmitted = event.status === 'draft' || event.status === 'rejected'
  const editable = event.status !== 'cancelled' && event.status !== 'completed' && event.status !== 'archived'
  return html`<div class="row">${isOpen(event) ? html`<a class="btn${phase === 'open' ? '' : ' plain'}" href="/event/${event._id}/door">${t('Check-in desk')}</a>` : ''}${unsubmitted && !returned ? html`<a class="btn" href="/create-event?event=${event._id}">${t('Complete and submit')}</a>` : editable && !unsubmitted ? html`<a class="btn plain" href="/create-event?event=${event._id}">${t('Edit event')}</a>` : ''}<a class="btn plain" href="/event/${event._id}">${t('Event page')}</a>${event.status === 'pending' ? withdrawing(event, to) : ''}${event.status === 'draft' ? deleting(event, to, now) : ''}</div>`
}

/** An event that was published before and is hidden now: people still have seats. */
const isUnpublishedWithPeople = (event: EventPage): boolean =>
  (event.status === 'pending' || event.status === 'draft') && hasRegistrations(event)

const cancelling = (event: EventPage, path: string): Html | string => {
  const reasonField = textArea(nothingFilled, {
    name: 'reason',
    label: t('Why'),
    optional: true,
    longest: 1000,
    hint: t(
      'Everybody who is registered, waiting or helping is notified of it. The event page shows it to them.',
    ),
  })
  return isOpen(event) || isUnpublishedWithPeople(event)
    ? collapsible(
        t('Cancel event'),
        html`${otherDates(event, t('Only this date of the series is cancelled.'))}<form class="stack" method="post" action="${path}">${hidden('do', 'cancel')}${reasonField}<button class="btn bad">${t('Cancel event and notify attendees')}</button></form>`,
      )
    : ''
}

const seats = ({
  maxAttendees: places,
  seatsTaken: taken,
  waitlistCount: waiting,
}: EventPage): Html | string => {
  if (places === null) return ''
  const text =
    waiting > 0
      ? t(
          '{taken, number} of {places, plural, one {# seat} other {# seats}} taken, {waiting, number} on the waitlist',
          { taken, places, waiting },
        )
      : t('{taken, number} of {places, plural, one {# seat} other {# seats}} taken', { taken, places })
  return html`<div class="stack-s">${bar(taken, places)}<p class="soft num">${text}</p></div>`
}

const sourceNames = [
  ['direct', msg('Direct link')],
  ['email', msg('Email')],
  ['explore', msg('Event list')],
  ['org_page', msg('Club page')],
] as const

const numbers = (
  event: EventPage,
  reply: CallResult<Numbers>,
  growth: CallResult<Growth> | undefined,
): Html => {
  const views = reply.ok ? reply.value.platform.eventViews : 0
  const sources = reply.ok ? reply.value.platform.referrerSources : undefined
  const seen = sources ? sourceNames.map(([key, name]) => ({ name: t(name), value: sources[key] })) : []
  // Views from pages without a source of their own, so that the rows add up.
  const rest = views - seen.reduce((sum, { value }) => sum + value, 0)
  if (sources && rest > 0) seen.push({ name: t('Elsewhere'), value: rest })
  const come = growth?.ok ? growthOf(growth.value) : []
  return html`<section class="stack"><h2>${t('Overview')}</h2>${bigNumbers([
    [t('Registrations'), event.registrationCount],
    [t('People checked in'), event.headsCheckedIn ?? 0],
    [t('Views'), views],
    [t('Cancellations'), reply.ok ? reply.value.platform.withdrawals : 0],
  ])}${seats(event)}${come.length > 0 ? lineChart({ title: t('Registrations over time'), counted: t('Registrations'), of: t('Day'), points: come }) : html`<p class="soft">${t('A chart appears here after the first registration.')}</p>`}${seen.some(({ value }) => value > 0) ? rankChart({ title: t('Where visitors came from'), of: t('Source'), counted: t('Views'), points: seen }) : ''}</section>`
}

const documents = (context: PageContext, { event, orgId, path }: ManagedEvent): Html | string => {
  if (orgId === '') return ''
  const report = actionButton(path, t('Download report (CSV)'), { do: 'report' }, { css: 'plain' })
  if (event.registrationCount === 0) return html`<div class="row">${report}</div>`
  const table = `/org-event-management/${orgId}/events/${event._id}/attendees/export?format=csv`
  const href = guardedLink(context, { consequence: 'export', href: table, page: path })
  const text =
    href === table ? t('Export attendees (CSV)') : t('Confirm your identity to export attendees (CSV)')
  return html`<div class="row"><a class="btn plain" href="${href}"${href === table ? html` download=""` : ''}>${text}</a>${report}</div>`
}

const checkIn = (event: EventPage, path: string, now: Date): Html | string => {
  if (!isOpen(event)) return ''
  const settings = html`<a class="btn plain" href="${path}?part=checkin">${t('Settings, codes and helpers')}</a>`
  return html`<section class="card stack"><h2>${t('Check-in')}</h2>${
    event.checkInEnabled
      ? html`<p>${checkInTag(event, now)} ${t('People check in with the QR code or their ticket, or you check them in.')}</p><div class="row">${settings}</div>`
      : html`<p>${t('Turn on check-in so that people can check in when the event starts.')}</p><div class="row">${actionButton(path, t('Turn on check-in'), { do: 'open-door' }, { css: 'plain' })}${settings}</div>`
  }</section>`
}

/** The picture above the event page, to replace or remove. */
const picture = (event: EventPage, filled: Filled): Html => {
  const own = filled.values.do === 'picture' ? filled : nothingFilled
  const isShown = event.image && /^https?:\/\//.test(event.image)
  const path = `/event/${event._id}/dashboard`
  const shown = isShown
    ? html`<img class="banner" src="${event.image}" alt="" loading="lazy">`
    : html`<p class="soft">${t('Without a picture, the event page shows a drawing.')}</p>`
  const removal = isShown
    ? confirmedAction(path, {
        text: t('Remove picture'),
        consequence: t('The picture is deleted. The event page shows a drawing instead.'),
        carried: { do: 'picture-remove' },
        css: 'bad small',
      })
    : ''
  return html`<section class="card stack"><h2>${t('Event picture')}</h2>${shown}${fileForm(path, html`${hidden('do', 'picture')}${refusedForm(own, ['image'])}${pictureField(own, { name: 'image', label: t('New picture') })}<button class="btn plain small">${t('Upload picture')}</button>`, 'stack')}${removal}</section>`
}

const show: ShowPart = async (managed, _, filled, context) => {
  const { event, orgId, path, returned } = managed
  const { _id: eventId, timezone } = event
  const [reply, growth] = await Promise.all([
    call(context, 'analytics', 'getEventAnalytics', { id: eventId }),
    orgId === '' ? undefined : call(context, 'analytics', 'getRsvpGrowth', { orgId, eventId, timezone }),
  ])
  // On a phone, an approval that waits or was returned comes first, else the figures.
  const order = event.status === 'pending' || returned ? 'two' : 'two list-first'
  return html`<div class="${order}"><div class="rest stack-l">${numbers(event, reply, growth)}${documents(context, managed)}</div><aside class="stack">${approvalSection(event, returned, filled, context.now())}${checkIn(event, path, context.now())}${picture(event, filled)}${cancelling(event, path)}</aside></div>`
}

/** A file that the browser stores, instead of a page. */
const csvFile = (name: string, content: unknown) =>
  answer('', {
    page: String(content),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })

const tooLongComment = (): Refusal => {
  const message = t('Enter at most {count, plural, one {# character} other {# characters}}', {
    count: longestComment,
  })
  return refusalOf(400, { field: 'comment', message })
}

const named = ({ eventId }: PartForm) => ({ event_id: eventId })

const simple =
  (done: string, run: FormAction<PartForm>): SendForm =>
  async (form, _, context) => ({ done, result: await run(form, context) })

/** The state of the event, its numbers, its approval and its picture. */
export const overviewPart: EventPart = {
  show,
  forms: {
    submit: async ({ eventId, comment = '' }, _, context) => {
      if (!text(longestComment, 0).safeParse(comment).success)
        return { done: 'saved', result: { ok: false, refusal: tooLongComment() } }
      const result = await call(context, 'planning', 'publishEvent', { eventId })
      if (result.ok && comment.trim() !== '') {
        const sent = await call(context, 'approvals', 'addApprovalComment', { event_id: eventId, comment })
        if (!sent.ok) return { done: 'saved', result: sent }
      }
      return { done: result.ok ? submittedMessage(result.value.event) : 'saved', result }
    },
    'take-back': simple('taken-back', operation('planning', 'withdrawEvent', named)),
    cancel: simple(
      'called-off',
      operation('planning', 'cancelEvent', (form: PartForm) => ({
        ...named(form),
        reason: form.reason || undefined,
      })),
    ),
    delete: simple('draft-deleted', operation('planning', 'deleteEvent', named)),
    comment: simple(
      'sent',
      operation('approvals', 'addApprovalComment', (form: PartForm) => ({
        ...named(form),
        comment: form.comment ?? '',
      })),
    ),
    report: async ({ eventId }, { orgId }, context) => {
      const result = await call(context, 'analytics', 'exportEventReport', { orgId, eventId, format: 'csv' })
      return {
        done: 'saved',
        result,
        ...(result.ok ? { page: csvFile(`event-${eventId}.csv`, result.value) } : {}),
      }
    },
    picture: async ({ eventId }, _, context, files) => {
      const result = await call(context, 'planning', 'uploadEventImage', {
        eventId,
        files: chosenFiles(files),
      })
      return {
        done: 'picture-saved',
        result: result.ok ? result : { ok: false, refusal: atPictureField(result.refusal) },
      }
    },
    'picture-remove': simple(
      'picture-removed',
      operation('planning', 'updateEvent', (form: PartForm) => ({ ...named(form), image: null })),
    ),
  },
}
