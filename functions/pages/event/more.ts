import type { PageContext, PageInput, Refusal } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { type Html, html, isOfPage, joinSchool, raw } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import type { EventPage, Rsvp } from './event.ts'

type Query = PageInput<'showEvent'>
export type MorePart = (
  event: EventPage,
  query: Query,
  context: PageContext,
) => Promise<Html | { readonly refusal: Refusal }>

/** Parts below an event that load their data only when a reader opens them. */
const parts = {
  answers: [msg('Your answers'), async () => (await import('./answers.ts')).answersPart],
  help: [msg('Volunteering'), async () => (await import('./help.ts')).helpPart],
  messages: [msg('Messages from the organizers'), async () => (await import('./lists.ts')).messagesPart],
  people: [msg('Everybody who is going'), async () => (await import('./lists.ts')).peoplePart],
  more: [msg('More from this host'), async () => (await import('./lists.ts')).sameHostPart],
} as const satisfies Record<string, readonly [text: string, load: () => Promise<MorePart>]>

type PartName = keyof typeof parts

const isPart = (name: string | undefined): name is PartName =>
  name !== undefined && Object.hasOwn(parts, name)

/** A part that the reader opened. */
export type OpenPart = { readonly name: PartName; readonly view: Html }

/** The part that the address names, if any. */
export const openPart = async (
  event: EventPage,
  rsvp: Rsvp | undefined,
  query: Query,
  context: PageContext,
): Promise<OpenPart | { readonly refusal: Refusal } | undefined> => {
  const { part: name } = query
  if (!isPart(name)) return undefined
  // These parts are for people with a registration: an old link to them opens the event.
  if (name === 'answers' && !rsvp) return undefined
  if (name === 'messages' && !rsvp && !event.canManageEvent) return undefined
  const show: MorePart = await parts[name][1]()
  const view = await show(event, query, context)
  if (!('refusal' in view)) return { name, view }
  const { refusal } = view
  if (isOfPage(refusal)) return view
  const isGuest = refusal.code === 'NOT_A_MEMBER'
  const text = isGuest ? t('This is for members of the school.') : failureMessage(refusal)
  const join = isGuest ? joinSchool(`/event/${event._id}?part=${name}`) : ''
  return { name, view: html`<p class="soft">${text}</p>${join}` }
}

/** The parts that this reader may want: answers and messages only with a registration, help only before the end. */
const namesFor = (event: EventPage, rsvp: Rsvp | undefined): readonly PartName[] => {
  const isLive = event.status === 'approved' || event.status === 'not-applicable'
  const isOrg = event.hostingType === 'Org'
  return [
    ...(isLive && isOrg ? (['help'] as const) : []),
    ...(rsvp && event.registrationForm ? (['answers'] as const) : []),
    ...(rsvp ? (['messages'] as const) : []),
    ...(isOrg ? (['more'] as const) : []),
  ]
}

/** Links to the parts below an event, and the one that is open. */
export const moreLinks = (event: EventPage, rsvp: Rsvp | undefined, open: OpenPart | undefined): Html => {
  const links = namesFor(event, rsvp).map(
    (name) =>
      html`<a class="btn plain small" href="/event/${event._id}?part=${name}#more"${name === open?.name ? raw(' aria-current="page"') : ''}>${t(parts[name][0])}</a>`,
  )
  const section = open ? html`<h2>${t(parts[open.name][0])}</h2>${open.view}` : ''
  return html`<section class="stack" id="more">${links.length > 0 ? html`<div class="row">${links}</div>` : ''}${section}</section>`
}
