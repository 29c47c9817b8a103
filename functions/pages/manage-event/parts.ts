import type { CallResult, Files, PageContext, PageInput, Refusal, FormInput as SentForm } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import type { Filled } from '../layout/forms.ts'
import { type Html, html, type pageOf } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import type { ReturnDecision } from './approval.ts'
import { hasRegistrations } from './states.ts'

/** An event with the organization in whose name the reader manages it; empty for an event that a person hosts. */
export type ManagedEvent = {
  readonly event: EventPage
  readonly orgId: string
  /** The address of the manage page. */
  readonly path: string
  /** Only on the manage page: the decision that returned the event to its organizers. */
  readonly returned?: ReturnDecision | undefined
}

export type PartQuery = PageInput<'showDashboard'>
export type PartView = Html | { readonly refusal: Refusal }
export type ShowPart = (
  managed: ManagedEvent,
  query: PartQuery,
  filled: Filled,
  context: PageContext,
) => Promise<PartView>

export type PartForm = { readonly eventId: string } & SentForm

export type FormResult = {
  readonly result: CallResult<unknown>
  /** The confirmation message. */
  readonly done: string
  /** The item of the part that stays open. */
  readonly id?: string | undefined
  /** Shown instead of the part: a file, or a secret that is shown once. */
  readonly page?: Awaited<ReturnType<typeof pageOf>> | ReturnType<typeof pageOf>
}
export type SendForm = (
  form: PartForm,
  managed: ManagedEvent,
  context: PageContext,
  files: Files,
) => Promise<FormResult>

/** A part of the manage page: what it shows, and what its forms do by the end of `do` (`agenda-add`: `add`). */
export type EventPart = {
  readonly show: ShowPart
  readonly forms: Readonly<Record<string, SendForm>>
}

type PartEntry = {
  readonly text: string
  readonly load: () => Promise<EventPart>
  /** Only for events of an organization. */
  readonly isOrgOnly: boolean
}

/** The parts of the manage page by the name that their address has. Each loads its own data when it is opened. */
export const eventParts = {
  overview: {
    text: msg('Overview'),
    isOrgOnly: false,
    load: async () => (await import('./overview.ts')).overviewPart,
  },
  agenda: {
    text: msg('Agenda'),
    isOrgOnly: true,
    load: async () => (await import('./agenda.ts')).agendaPart,
  },
  jobs: { text: msg('Volunteers'), isOrgOnly: true, load: async () => (await import('./jobs.ts')).jobsPart },
  checkin: {
    text: msg('Check-in'),
    isOrgOnly: false,
    load: async () => (await import('./check-in.ts')).checkInPart,
  },
  messages: {
    text: msg('Messages'),
    isOrgOnly: true,
    load: async () => (await import('./messages.ts')).messagesPart,
  },
  tasks: { text: msg('Tasks'), isOrgOnly: true, load: async () => (await import('./tasks.ts')).tasksPart },
  settings: {
    text: msg('Settings'),
    isOrgOnly: true,
    load: async () => (await import('./options.ts')).settingsPart,
  },
} as const satisfies Readonly<Record<string, PartEntry>>

export type PartName = keyof typeof eventParts

export const isPartName = (name: string | undefined): name is PartName =>
  name !== undefined && Object.hasOwn(eventParts, name)

/** The part of the school that pages about managing an event belong to: where the reader came through. */
export const managePlace = (orgId: string | null) => (orgId ? 'clubs' : 'mine')

/** Whether people can see the event and register. */
export const isOpen = ({ status }: Pick<EventPage, 'status'>): boolean =>
  status === 'approved' || status === 'not-applicable'

type MessagedEvent = Pick<EventPage, 'canMessageAttendees' | 'status' | 'registrationCount' | 'waitlistCount'>

/**
 * Whether this reader can message the attendees of an event: one that is published, over or cancelled, or one that is
 * hidden for now while people are registered.
 */
export const offersMessages = ({ canMessageAttendees, status, ...counts }: MessagedEvent): boolean =>
  canMessageAttendees &&
  (isOpen({ status }) || status === 'completed' || status === 'cancelled' || hasRegistrations(counts))

type Managing = Pick<ManagedEvent, 'orgId'> & {
  readonly event: MessagedEvent & Pick<EventPage, '_id'>
}

/** Whether this reader can use a part of this event. Others are not offered. */
const isOffered = (name: PartName, { event, orgId }: Managing): boolean =>
  (orgId !== '' || !eventParts[name].isOrgOnly) && (name !== 'messages' || offersMessages(event))

/** The part that an address opens: the overview, if it names none that this reader can use. */
export const partOf = (name: string | undefined, managed: Managing): PartName =>
  isPartName(name) && isOffered(name, managed) ? name : 'overview'

const attendees = 'attendees'

/** The tabs of the manage page. Attendees have a page of their own. */
export const eventTabs = (managed: Managing, current: PartName | typeof attendees): Html => {
  const { _id: eventId } = managed.event
  const names = (Object.keys(eventParts) as PartName[]).filter((name) => isOffered(name, managed))
  const tab = (name: string, text: string, href: string): Html =>
    html`<a href="${href}"${name === current ? html` aria-current="page"` : ''}>${text}</a>`
  const all = names.map((name) =>
    tab(name, t(eventParts[name].text), `/event/${eventId}/dashboard?part=${name}`),
  )
  const [overview, ...others] = all
  return html`<nav class="tabs" aria-label="${t('Manage event')}">${overview ?? ''}${tab(attendees, t('Attendees'), `/event/${eventId}/attendees`)}${others}</nav>`
}
