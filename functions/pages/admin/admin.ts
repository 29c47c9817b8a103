import {
  call,
  type FormAction,
  type FormInput,
  identifyReader,
  type PageContext,
  type PageInput,
  pageScope,
  type Refusal,
  refusalOf,
} from '../call.ts'
import { type Filled, refusedForm } from '../layout/forms.ts'
import { type Html, html, pageOf, redirectTo, refusedPage, type Tab, tabs } from '../layout/page.ts'
import { consoleFrame } from '../layout/sidebar.ts'
import { msg, t, translateChoices } from '../locale.ts'
import {
  countClubRequests,
  countOpenBudgets,
  type OpenCount,
  readWaiting,
  type Waiting,
} from './open-approvals.ts'
import { openedFrom, sections } from './parts.ts'

export const adminPath = '/admin'

export type PageQuery = PageInput<'showAdminConsole'>

/** What a part shows. `isStaff`: its reader is an administrator, as the school says. */
export type Shown = {
  readonly query: PageQuery
  readonly filled: Filled
  readonly isStaff: boolean
  readonly zone: string
  readonly waiting: Waiting
  /** Budgets that wait for the school. */
  readonly openBudgets: number
}
export type PartOf = (shown: Shown, context: PageContext) => Promise<Html | { readonly refusal: Refusal }>

/**
 * A form of a part: the part that follows, the confirmation message, and the operation. `opens`: the part opens with the
 * same item as before.
 */
export type AreaAction = {
  readonly part: string
  readonly done: string
  readonly run: FormAction
  readonly opens?: 'item'
  /** The address after success, where it is another part. */
  readonly next?: (input: FormInput) => string
}

/** The address of a part, with other query parameters; empty ones are left out. */
export const partPath = (part: string, more: Readonly<Record<string, string | undefined>> = {}): string => {
  const query = Object.entries({ part, ...more }).filter(([, value]) => value)
  return `${adminPath}?${new URLSearchParams(query as [string, string][])}`
}

const sectionOf = (part: string) => sections.find(({ parts }) => Object.hasOwn(parts, part)) ?? sections[0]

/** The refusal above a part that marks no field, so that none stays unseen. */
export const refusalAbove = (filled: Filled, shown: Html): Html =>
  String(shown).includes('class="wrong"') ? html`` : refusedForm(filled, [])

const nothingOpen: OpenCount = { count: 0, hasMore: false }

/** What waits for the school. `requests` of clubs are read within their section. */
type Open = { readonly events: number; readonly budgets: OpenCount; readonly requests: OpenCount }

/** Text of a tab, with how much of it waits for the school. */
const tabText = (text: string, { count, hasMore }: OpenCount = nothingOpen): string =>
  count === 0 ? t(text) : `${t(text)} (${count}${hasMore ? '+' : ''})`

const consoleBody = (part: string, { events, budgets, requests }: Open, body: Html): Html => {
  const waits = { count: events, hasMore: false }
  const tabCounts: Readonly<Record<string, OpenCount>> = { waits, budgets, clubs: requests }
  const sectionCounts: Readonly<Record<string, number>> = {
    Approvals: events + budgets.count,
    Clubs: requests.count,
  }
  const section = sectionOf(part)
  const heading = t(section?.text ?? '')
  const own = Object.entries(section?.parts ?? {}).filter(([name]) => !(name in openedFrom))
  const links = sections.map(({ text, icon, parts }) => ({
    href: partPath(Object.keys(parts)[0] ?? ''),
    text: t(text),
    icon,
    isCurrent: text === section?.text,
    count: sectionCounts[text],
  }))
  const inside =
    own.length > 1
      ? tabs(
          heading,
          adminPath,
          own.map(([name, [text]]) => [name, tabText(text, tabCounts[name])]),
          openedFrom[part] ?? part,
        )
      : ''
  return consoleFrame({
    label: t('Admin console'),
    links,
    heading,
    body: html`${inside}${body}`,
  })
}

/** Parts for approvers who are no administrators. */
const approverParts = ['waits', 'decided']
const approverTabs: readonly Tab[] = [
  ['waits', msg('Waiting')],
  ['decided', msg('Decided')],
]

const noApprover = msg(
  'This page is for administrators and for people who approve events. No event waits for your decision.',
)

const actingMessage = (person: string): string =>
  t('You are acting as {person}, who cannot open this page. Stop acting to open it as yourself.', {
    person: person || t('another person'),
  })

/** Whether the reader is appointed as an approver, or a role of the reader has decided on an event. */
const isApprover = async (context: PageContext): Promise<boolean> => {
  const [reader, ...lists] = await Promise.all([
    identifyReader(context),
    call(context, 'approvals', 'listApprovedByRole', { limit: '1' }),
    call(context, 'approvals', 'listRejectedForRole', { limit: '1' }),
  ])
  const roles = reader.ok ? reader.value.user?.approvalRoles : undefined
  return Boolean(roles?.length) || lists.some((list) => list.ok && list.value.events.length > 0)
}

/** Whether a form was sent that changes nothing yet, such as an announcement to check. */
export const isReview = ({ values, refusal }: Filled): boolean => values.do !== undefined && !refusal

/** The admin console. Approvers without administrator rights see the events that await their decision. */
export const adminPage = async (query: PageQuery, filled: Filled, context: PageContext) => {
  if (context.tenant.platform)
    return (await import('../platform/platform.ts')).platformPage(query, filled, context)
  const [waiting, budgets, requests] = await Promise.all([
    readWaiting({ isList: (query.part ?? 'waits') === 'waits', cursor: query.cursor }, context),
    countOpenBudgets(context),
    sectionOf(query.part ?? '')?.text === 'Clubs' ? countClubRequests(context) : nothingOpen,
  ])
  if ('refusal' in waiting) return refusedPage(context, waiting.refusal)
  const { isStaff, events } = waiting
  const { impersonation } = pageScope(context).visit
  if (!isStaff && impersonation)
    return refusedPage(context, refusalOf(403, { message: actingMessage(impersonation.as) }))
  const isEmpty = events.length === 0 && query.done === undefined && filled.refusal === undefined
  if (!isStaff && isEmpty && !(await isApprover(context))) {
    // A notification of an event that somebody else has decided meanwhile leads here.
    if (query.part === 'waits' && query.id) return redirectTo(`/event/${encodeURIComponent(query.id)}`)
    return refusedPage(context, refusalOf(403, { message: noApprover }))
  }
  const known = sections.find(({ parts }) => Object.hasOwn(parts, query.part ?? ''))
  const named = known && query.part ? query.part : 'waits'
  const part = isStaff || approverParts.includes(named) ? named : 'waits'
  const zone = pageScope(context).visit.timezone
  const partOf = await sectionOf(part)?.parts[part]?.[1]()
  const shown = partOf
    ? await partOf({ query, filled, isStaff, zone, waiting, openBudgets: budgets.count }, context)
    : html``
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const inside = html`${refusalAbove(filled, shown)}${shown}`
  const body = isStaff
    ? consoleBody(part, { events: events.length, budgets, requests }, inside)
    : html`<div class="stack"><h1>${t('Approvals')}</h1>${tabs(t('Approvals'), adminPath, translateChoices(approverTabs), part)}${inside}</div>`
  return pageOf(context, {
    title: isStaff ? t('Admin console') : t('Approvals'),
    body,
    ...(isStaff ? {} : { place: 'account' as const }),
    // With an event, the part itself says what was decided about which.
    done: query.event === undefined ? query.done : undefined,
    refusal: filled.refusal,
    isKept: isReview(filled) || query.confirm === 'act',
  })
}

export const showAdminConsole = (query: PageQuery, context: PageContext) =>
  adminPage(query, { values: {} }, context)
