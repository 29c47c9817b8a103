import { type Answer, call, isSignedIn, type PageContext, type PageInput } from '../call.ts'
import { cardGrid, clubCard } from '../layout/card.ts'
import {
  actionButton,
  empty,
  face,
  type Html,
  html,
  listed,
  nextPageLink,
  pageOf,
  redirectTo,
  refusedPage,
  searchForm,
} from '../layout/page.ts'
import { sentenceCase, t } from '../locale.ts'
import { ownApplications, withdraw } from './applications.ts'
import { createClub, newClubPage } from './new-club.ts'

type Card = Answer<'organizations', 'listOrganizations'>['orgs'][number]

const path = '/clubs'
const perPage = '24'

const categoryWords = (key: string): string => sentenceCase(key.replaceAll(/[-_]/g, ' '))

const clubItem = (club: Card): Html => {
  const tags = [
    club.verified ? html`<span class="tag good">${t('Verified')}</span>` : '',
    club.approvalStatus === 'pending' ? html`<span class="tag warn">${t('Pending approval')}</span>` : '',
    club.orgTypeKey === 'default'
      ? ''
      : html`<span class="tag"><bdi>${categoryWords(club.orgTypeKey)}</bdi></span>`,
  ].filter((tag) => tag !== '')
  return clubCard(club, { more: tags.length > 0 ? html`<p class="tags">${tags}</p>` : '' })
}

const views = (signedIn: boolean, mine: boolean): Html | string =>
  signedIn
    ? html`<nav class="tabs" aria-label="${t('Clubs')}">${mine ? html`<a href="${path}">${t('All clubs')}</a><a href="${path}?mine=yes" aria-current="page">${t('My clubs')}</a>` : html`<a href="${path}" aria-current="page">${t('All clubs')}</a><a href="${path}?mine=yes">${t('My clubs')}</a>`}</nav>`
    : ''

const heading = (signedIn: boolean): Html =>
  html`<div class="row between"><h1>${t('Clubs')}</h1>${signedIn ? html`<a class="btn plain small" href="${path}?new=yes">${t('Create club')}</a>` : ''}</div>`

const framed = (
  context: PageContext,
  mine: boolean,
  inside: Html,
  { done, undo = '' }: { readonly done?: string | undefined; readonly undo?: Html | string } = {},
) => {
  const signedIn = isSignedIn(context)
  const body = html`<div class="stack">${heading(signedIn)}${views(signedIn, mine)}${inside}</div>`
  return pageOf(context, { title: mine ? t('My clubs') : t('Clubs'), body, place: 'clubs', done, undo })
}

const nothing = (typed: string): Html =>
  typed === ''
    ? empty(t('No clubs yet'), t('Clubs of this school appear here.'))
    : empty(
        t('No clubs found for \u201c{query}\u201d', { query: typed }),
        t('Try another word, or the beginning of one.'),
        {
          href: path,
          text: t('Show all clubs'),
        },
      )

/** The school's words for people who are in no club yet. */
const welcome = async (context: PageContext): Promise<Html | string> => {
  const found = await call(context, 'management', 'getOnboardingConfig', {})
  if (!found.ok || !found.value.enabled) return ''
  const { welcomeTitle: title, welcomeSubtitle: text } = found.value
  if (title === '' && text === '') return ''
  return html`<section class="card stack-s">${title ? html`<h2><bdi>${title}</bdi></h2>` : ''}${text ? html`<p dir="auto">${text}</p>` : ''}</section>`
}

/** The clubs that the reader belongs to, then those they follow. */
const ownClubs = async (
  { cursor, applications, done, club }: PageInput<'showClubs'>,
  context: PageContext,
) => {
  const [reader, followed, applied] = await Promise.all([
    call(context, 'auth', 'validateToken', {}),
    call(context, 'organizations', 'listFollowedOrganizations', { limit: perPage, cursor }),
    ownApplications(path, applications, context),
  ])
  if (!reader.ok) return refusedPage(context, reader.refusal)
  if (!followed.ok) return refusedPage(context, followed.refusal)
  const joined = reader.value.user?.clubAssociations ?? []
  const { orgs, nextCursor } = followed.value
  const memberItems = joined.map(
    (club) =>
      html`<li class="item">${face(club.org_name, club.org_profile_image)}<div class="stack-s"><h3><a href="/club-dashboard/${club._id}"><bdi>${club.org_name}</bdi></a></h3><p>${t('Members, events and news')}</p></div></li>`,
  )
  const followedItems = orgs.map(
    ({ org_id: club }) =>
      html`<li><div class="row between"><h3><a href="/org/${club._id}"><bdi>${club.org_name}</bdi></a></h3></div>${actionButton(path, t('Unfollow'), { do: 'unfollow', orgId: club._id }, { label: club.org_name })}</li>`,
  )
  // Anybody may open the address with the message again.
  const isOwn =
    joined.some(({ _id }) => _id === club) || orgs.some(({ org_id: followed }) => followed._id === club)
  const shown = done === 'unfollowed' && isOwn ? undefined : done
  const undo =
    club && shown === 'unfollowed' ? actionButton(path, t('Follow again'), { do: 'follow', orgId: club }) : ''
  return framed(
    context,
    true,
    html`${joined.length === 0 ? await welcome(context) : ''}<section class="stack"><h2>${t('Clubs you belong to')}</h2>${listed(memberItems, [t('You are not a member of a club yet'), t('Join a club, and it appears here.'), { href: path, text: t('Find clubs') }], 'grid')}</section>${applied}<section class="stack"><h2>${t('Clubs you follow')}</h2>${listed(followedItems, [t('You do not follow a club yet'), t('Follow a club to be notified of its events.'), joined.length === 0 ? undefined : { href: path, text: t('Find clubs') }])}${nextPageLink(`${path}?mine=yes`, nextCursor)}</section>`,
    { done: shown, undo },
  )
}

/** The club directory by name or by search, and the reader's own clubs. */
export const showClubs = async (query: PageInput<'showClubs'>, context: PageContext) => {
  const { search = '', cursor, done } = query
  if (query.new === 'yes') return newClubPage(context)
  if (query.mine === 'yes') return ownClubs(query, context)
  const typed = search.trim()
  const found = await call(context, 'organizations', 'listOrganizations', {
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
    html`${searchForm(path, t('Search clubs'), typed)}${orgs.length === 0 ? nothing(typed) : cardGrid(orgs.map(clubItem), 'clubs')}${nextPageLink(here, nextCursor, t('More clubs'))}`,
    { done },
  )
}

/** Creates a club, withdraws an application, or stops following a club from the list, or follows it again. */
export const changeClubs = async (input: PageInput<'changeClubs'>, context: PageContext) => {
  if (input.do === 'create') return createClub(input, context)
  const orgId = typeof input.orgId === 'string' ? input.orgId : ''
  if (input.do === 'withdraw') {
    const applicationId = typeof input.id === 'string' ? input.id : ''
    const withdrawn = await withdraw(orgId, applicationId, context)
    if (!withdrawn.ok) return refusedPage(context, withdrawn.refusal, `${path}?mine=yes`)
    return redirectTo(`${path}?mine=yes`, 'application-withdrawn')
  }
  const isFollow = input.do === 'follow'
  const operation = isFollow ? 'followOrganization' : 'unfollowOrganization'
  const result = await call(context, 'organizations', operation, { orgId })
  if (!result.ok) return refusedPage(context, result.refusal, `${path}?mine=yes`)
  if (isFollow) return redirectTo(`${path}?mine=yes`, 'followed')
  return redirectTo(`${path}?mine=yes&club=${encodeURIComponent(orgId)}`, 'unfollowed')
}
