import { type Answer, ask, type Given, isSignedIn, type PageContext } from '../ask.ts'
import { cardGrid, clubCard } from '../layout/card.ts'
import {
  deed,
  empty,
  face,
  further,
  type Html,
  html,
  listed,
  onwardTo,
  pageOf,
  refusedPage,
  searchForm,
} from '../layout/page.ts'
import { ownApplications, withdraw } from './applications.ts'
import { createClub, newClubPage } from './new-club.ts'

type Card = Answer<'organizations', 'listOrganizations'>['orgs'][number]

const path = '/clubs'
const perPage = '24'

const categoryWords = (key: string): string =>
  `${key.charAt(0).toUpperCase()}${key.slice(1)}`.replaceAll(/[-_]/g, ' ')

const clubItem = (club: Card): Html => {
  const tags = [
    club.verified ? html`<span class="tag good">Verified</span>` : '',
    club.approvalStatus === 'pending' ? html`<span class="tag warn">Pending approval</span>` : '',
    club.orgTypeKey === 'default'
      ? ''
      : html`<span class="tag"><bdi>${categoryWords(club.orgTypeKey)}</bdi></span>`,
  ].filter((tag) => tag !== '')
  return clubCard(club, { more: tags.length > 0 ? html`<p class="tags">${tags}</p>` : '' })
}

const views = (signedIn: boolean, mine: boolean): Html | string =>
  signedIn
    ? html`<nav class="tabs" aria-label="Clubs">${mine ? html`<a href="${path}">All clubs</a><a href="${path}?mine=yes" aria-current="page">My clubs</a>` : html`<a href="${path}" aria-current="page">All clubs</a><a href="${path}?mine=yes">My clubs</a>`}</nav>`
    : ''

const heading = (signedIn: boolean): Html =>
  html`<div class="row between"><h1>Clubs</h1>${signedIn ? html`<a class="btn plain small" href="${path}?new=yes">Create club</a>` : ''}</div>`

const framed = (context: PageContext, mine: boolean, inside: Html, said?: string) => {
  const signedIn = isSignedIn(context)
  const body = html`<div class="stack">${heading(signedIn)}${views(signedIn, mine)}${inside}</div>`
  return pageOf(context, { title: mine ? 'My clubs' : 'Clubs', body, place: 'clubs', said })
}

const nothing = (typed: string): Html =>
  typed === ''
    ? empty('No clubs yet', 'Clubs of this school appear here.')
    : empty(`No club found for \u201c${typed}\u201d`, 'Try another word, or the beginning of one.', {
        href: path,
        text: 'Show all clubs',
      })

/** The school's words for people who are in no club yet. */
const welcome = async (context: PageContext): Promise<Html | string> => {
  const found = await ask(context, 'management', 'getOnboardingConfig', {})
  if (!found.ok || !found.value.enabled) return ''
  const { welcomeTitle: title, welcomeSubtitle: text } = found.value
  if (title === '' && text === '') return ''
  return html`<section class="card stack-s">${title ? html`<h2><bdi>${title}</bdi></h2>` : ''}${text ? html`<p dir="auto">${text}</p>` : ''}</section>`
}

/** The clubs that the reader belongs to, then those they follow. */
const ownClubs = async ({ cursor, applications, said }: Given<'showClubs'>, context: PageContext) => {
  const [who, followed, applied] = await Promise.all([
    ask(context, 'auth', 'validateToken', {}),
    ask(context, 'organizations', 'listFollowedOrganizations', { limit: perPage, cursor }),
    ownApplications(path, applications, context),
  ])
  if (!who.ok) return refusedPage(context, who.refusal)
  if (!followed.ok) return refusedPage(context, followed.refusal)
  const joined = who.value.user?.clubAssociations ?? []
  const { orgs, nextCursor } = followed.value
  const memberItems = joined.map(
    (club) =>
      html`<li class="item">${face(club.org_name, club.org_profile_image)}<div class="stack-s"><h3><a href="/club-dashboard/${club._id}"><bdi>${club.org_name}</bdi></a></h3><p>Open the club dashboard</p></div></li>`,
  )
  const followedItems = orgs.map(
    ({ org_id: club }) =>
      html`<li><div class="row between"><h3><a href="/org/${club._id}"><bdi>${club.org_name}</bdi></a></h3></div>${deed(path, 'Unfollow', { do: 'unfollow', orgId: club._id }, { label: club.org_name })}</li>`,
  )
  return framed(
    context,
    true,
    html`${joined.length === 0 ? await welcome(context) : ''}<section class="stack"><h2>Member</h2>${listed(memberItems, ['You are not a member of a club yet', 'Join a club, and it appears here.', { href: path, text: 'Find clubs' }], 'grid')}</section>${applied}<section class="stack"><h2>Following</h2>${listed(followedItems, ['You do not follow a club yet', 'Follow a club to be notified of its events.'])}${further(`${path}?mine=yes`, nextCursor)}</section>`,
    said,
  )
}

/** The club directory by name or by search, and the reader's own clubs. */
export const showClubs = async (asked: Given<'showClubs'>, context: PageContext) => {
  const { search = '', cursor, said } = asked
  if (asked.new === 'yes') return newClubPage(context)
  if (asked.mine === 'yes') return ownClubs(asked, context)
  const typed = search.trim()
  const found = await ask(context, 'organizations', 'listOrganizations', {
    limit: perPage,
    exhaustive: 'true',
    includePending: 'true',
    search: typed || undefined,
    cursor,
  })
  if (!found.ok) return refusedPage(context, found.refusal)
  const { orgs, nextCursor } = found.value
  const here = typed ? `${path}?search=${encodeURIComponent(typed)}` : path
  return framed(
    context,
    false,
    html`${searchForm(path, 'Search clubs', typed)}${orgs.length === 0 ? nothing(typed) : cardGrid(orgs.map(clubItem), 'clubs')}${further(here, nextCursor, 'More clubs')}`,
    said,
  )
}

/** Creates a club, or stops following one from the list. */
export const changeClubs = async (sent: Given<'changeClubs'>, context: PageContext) => {
  if (sent.do === 'create') return createClub(sent, context)
  const orgId = typeof sent.orgId === 'string' ? sent.orgId : ''
  if (sent.do === 'withdraw') {
    const applicationId = typeof sent.id === 'string' ? sent.id : ''
    const withdrawn = await withdraw(orgId, applicationId, context)
    if (!withdrawn.ok) return refusedPage(context, withdrawn.refusal, `${path}?mine=yes`)
    return onwardTo(`${path}?mine=yes`, 'application-withdrawn')
  }
  const result = await ask(context, 'organizations', 'unfollowOrganization', { orgId })
  if (!result.ok) return refusedPage(context, result.refusal, `${path}?mine=yes`)
  return onwardTo(`${path}?mine=yes`, 'unfollowed')
}
