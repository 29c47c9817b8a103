import {
  type Answer,
  call,
  isSignedIn,
  notFoundRefusal,
  type PageContext,
  type PageInput,
  pageScope,
  readerOf,
} from '../call.ts'
import { lostApplication, withdrawPending } from '../clubs/applications.ts'
import { meetingWords, networkNames, networkPage } from '../clubs/fields.ts'
import { eventItems } from '../event/items.ts'
import { meta } from '../event/preview.ts'
import { type Filled, hidden, refusedForm } from '../layout/forms.ts'
import {
  actionButton,
  type ButtonCss,
  confirmedAction,
  countsNote,
  cover,
  empty,
  facts,
  type Html,
  html,
  icon,
  isOfPage,
  isPicture,
  logo,
  pageOf,
  redirectTo,
  refusedPage,
  userText,
} from '../layout/page.ts'
import { answersIn, byQuestion, questionFields, questionNames } from '../layout/questions.ts'
import { t } from '../locale.ts'
import { ownTags } from '../mine/own-seats.ts'
import { clubNews, likeNews } from './news.ts'
import { isOfficer, officers } from './officers.ts'

type Club = Answer<'organizations', 'getOrganization'>['org'][number]

/** Open Graph, for link previews of clubs that are open to everyone: the banner, or the logo without one. */
const linkPreview = (club: Club, { tenant }: PageContext): Html | string => {
  if (club.approvalStatus !== 'approved' || club.unlisted) return ''
  const { org_banner_image: banner, org_profile_image: picture } = club
  const image = [banner, picture].find(isPicture)
  return html`${meta('og:type', 'website')}${meta('og:title', club.org_name)}${club.org_description ? meta('og:description', club.org_description) : ''}${meta('og:url', `${tenant.origin}/org/${club._id}`)}${image ? meta('og:image', image) : ''}<meta name="twitter:card" content="${isPicture(banner) ? 'summary_large_image' : 'summary'}">`
}
type Own = Answer<'organizations', 'getOrganizationByName'>

const joining = (club: Club, { overview }: Own, filled: Filled): Html => {
  const questions = overview.memberForm?.questions ?? []
  const asks = club.requireApprovalForJoin
  return html`<h2>${asks ? t('Apply to join') : t('Join this club')}</h2>${asks ? html`<p>${t('The people who run the club read your application and decide. You are notified of the decision. Until then you can withdraw the application.')}</p>` : ''}<form class="stack" method="post" action="/org/${club._id}">${refusedForm(filled, questionNames(questions))}${hidden('do', 'join')}${questionFields(questions, filled)}<button class="btn full">${asks ? t('Apply') : t('Join')}</button></form>`
}

const counts = (club: Club, context: PageContext): Html =>
  html`<p class="soft num">${t('{count, plural, one {# member} other {# members}}', { count: club.memberCount })} &middot; ${t('{count, plural, one {# follower} other {# followers}}', { count: club.followerCount })}</p>${countsNote(context)}`

/** Owners cannot leave: they hand over the ownership first. */
const leaving = (club: Club, path: string, context: PageContext): Html => {
  if (club.owner === readerOf(context))
    return html`<a class="btn plain full" href="/club-dashboard/${club._id}?part=members">${t('Hand over ownership')}</a><p class="soft">${t('You own this club. To leave it, first hand over the ownership to another member.')}</p>`
  const loss = t(
    'You lose your roles in {club} and your registrations for events that are for members only.',
    { club: html`<bdi>${club.org_name}</bdi>` },
  )
  return confirmedAction(path, {
    text: t('Leave club'),
    consequence: loss,
    button: t('Yes, leave'),
    carried: { do: 'leave' },
    css: 'full bad',
  })
}

const following = (
  orgId: string,
  what: 'follow' | 'unfollow',
  text: string,
  css: ButtonCss = 'plain full',
): Html => actionButton(`/org/${orgId}`, text, { do: what }, { css })

const membership = (club: Club, own: Own | undefined, filled: Filled, context: PageContext): Html => {
  const path = `/org/${club._id}`
  const inside = () => {
    if (!isSignedIn(context))
      return html`<h2>${t('Join this club')}</h2><a class="btn full" href="/login?next=/org/${club._id}">${t('Sign in to join')}</a>`
    if (!own) return html`<p>${t('You can join once you are a member of this school.')}</p>`
    if (own.isMember)
      return html`<h2>${t('You are a member')}</h2><a class="btn full" href="/club-dashboard/${club._id}">${isOfficer(own, readerOf(context)) ? t('Open club dashboard') : t("Open members' page")}</a>${leaving(club, path, context)}`
    if (own.isPending)
      return html`<h2>${t('You have applied')}</h2><p>${t('The club will review it. You will be notified of the decision.')}</p>${confirmedAction(path, { text: t('Withdraw application'), consequence: lostApplication(), button: t('Yes, withdraw'), carried: { do: 'withdraw' }, css: 'full plain' })}`
    return joining(club, own, filled)
  }
  const isOutside = own && !own.isMember
  return html`<section class="card stack" aria-label="${t('Your membership')}">${inside()}${isOutside ? (own.isFollower ? following(club._id, 'unfollow', t('Unfollow')) : following(club._id, 'follow', t('Follow'))) : ''}${isOutside && !own.isPending ? html`<p class="soft">${t('Members take part in the club and read all its news. Followers only hear about new events and news for everyone.')}</p>` : ''}${counts(club, context)}</section>`
}

const head = (club: Club): Html => {
  const { _id: id, org_name: name, verified, org_profile_image, org_banner_image } = club
  return html`<header class="club-head">${cover({ id, type: 'show', picture: org_banner_image, eager: true })}<div class="club-id">${logo({ id, name, picture: org_profile_image, size: 96 })}</div><div class="row club-name"><h1><bdi>${name}</bdi></h1>${verified ? html`<span class="tag good">${t('Verified')}</span>` : ''}</div></header>`
}

const about = (club: Club): Html => {
  const links = club.socialLinks.flatMap(({ url, title, type, username }) => {
    const to = url && /^https?:\/\//.test(url) ? url : networkPage(type, username)
    const name = title || (networkNames[type as keyof typeof networkNames] ?? type)
    return to
      ? [
          html`<li><a class="with-icon" href="${to}" rel="noopener nofollow ugc">${icon('link')} <bdi>${name}</bdi></a></li>`,
        ]
      : []
  })
  const meeting = meetingWords(club.weekly_meeting).trim()
  return html`<div class="stack">${club.org_description ? userText(club.org_description) : ''}${meeting === '' ? '' : facts([['clock', t('Meetings'), html`<bdi>${meeting}</bdi>`]])}${links.length === 0 ? '' : html`<ul class="row">${links}</ul>`}</div>`
}

const tabsOf = (club: Club, here: 'about' | 'news', context: PageContext): Html | string => {
  if (!isSignedIn(context) || !club.messageSettings.enabled) return ''
  const current = (part: string): Html | string => (part === here ? html` aria-current="page"` : '')
  const path = `/org/${club._id}`
  return html`<nav class="tabs" aria-label="${t('Club')}"><a href="${path}"${current('about')}>${t('About')}</a><a href="${path}?part=news"${current('news')}>${t('News')}</a></nav>`
}

/** What the club says about itself, and its upcoming events. */
const aboutPart = async (club: Club, context: PageContext): Promise<Html> => {
  const [found, own] = await Promise.all([
    call(context, 'events', 'listFutureEvents', {
      limit: '12',
      filter: JSON.stringify({ hostingId: { $eq: club._id } }),
    }),
    ownTags(context),
  ])
  const events = found.ok ? found.value.events : []
  return html`${about(club)}<section class="stack"><h2>${t('Upcoming events')}</h2>${events.length === 0 ? empty(t('No upcoming events'), t('New events of this club appear here.')) : eventItems(events, own)}<p class="soft"><a class="with-icon" href="/org-calendar/${club._id}/calendar.ics">${icon('calendar')} ${t("Subscribe to the club's calendar")}</a></p></section>`
}

/** Messages about the membership, with the state in which they are true: anybody may open an address with one. */
const trueIn: Readonly<Record<string, (own: Own) => boolean>> = {
  member: ({ isMember }) => isMember,
  applied: ({ isMember, isPending }) => isPending || isMember,
  left: ({ isMember }) => !isMember,
  followed: ({ isFollower }) => isFollower,
  unfollowed: ({ isFollower }) => !isFollower,
  'application-withdrawn': ({ isPending }) => !isPending,
}

const isTrue = (done: string, own: Own | undefined): boolean =>
  !Object.hasOwn(trueIn, done) || (own !== undefined && trueIn[done]?.(own) === true)

const clubPage = async (
  context: PageContext,
  { orgId, part, cursor, done }: Partial<PageInput<'showClub'>> & { readonly orgId: string },
  filled: Filled = { values: {} },
) => {
  const found = await call(context, 'organizations', 'getOrganization', { id: orgId })
  if (!found.ok) return refusedPage(context, found.refusal)
  const [club] = found.value.org
  if (!club) return refusedPage(context, notFoundRefusal)
  const query = pageScope(context).request.carriesSession
  const isNews = part === 'news'
  const [inside, mine] = await Promise.all([
    isNews ? clubNews(club, cursor, context) : aboutPart(club, context),
    query ? call(context, 'organizations', 'getOrganizationByName', { name: club.org_name }) : undefined,
  ])
  const own = mine?.ok ? mine.value : undefined
  const body = html`${head(club)}<div class="two club"><div class="rest stack-l">${tabsOf(club, isNews ? 'news' : 'about', context)}${inside}</div><aside class="stack">${membership(club, own, filled, context)}${own ? officers(own) : ''}</aside></div>`
  return pageOf(context, {
    title: club.org_name,
    about: club.org_description,
    head: linkPreview(club, context),
    body,
    place: 'clubs',
    done: done && isTrue(done, own) ? done : undefined,
    undo:
      own && !own.isMember && done === 'unfollowed' && isTrue(done, own)
        ? following(orgId, 'follow', t('Follow again'), 'plain small')
        : '',
    refusal: filled.refusal,
  })
}

export const showClub = (query: PageInput<'showClub'>, context: PageContext) => clubPage(context, query)

type AdminAction = 'join' | 'like' | 'withdraw' | 'leave' | 'follow' | 'unfollow'
type FormInput = { readonly orgId: string; readonly do: AdminAction } & Readonly<
  Record<string, string | undefined>
>

const join = async ({ orgId, ...values }: FormInput, context: PageContext) => {
  const found = await call(context, 'organizations', 'getOrganization', { id: orgId })
  if (!found.ok) return refusedPage(context, found.refusal)
  const name = found.value.org[0]?.org_name ?? ''
  const own = await call(context, 'organizations', 'getOrganizationByName', { name })
  if (!own.ok) return refusedPage(context, own.refusal)
  const questions = own.value.overview.memberForm?.questions ?? []
  const answers = answersIn(questions, values)
  const formResponse = questions.map(({ _id }, at) => ({ referenceId: _id, answer: answers[at] ?? null }))
  const result = await call(context, 'organizations', 'applyToOrganization', {
    orgId,
    ...(questions.length > 0 ? { formResponse } : {}),
  })
  if (result.ok)
    return redirectTo(`/org/${orgId}`, found.value.org[0]?.requireApprovalForJoin ? 'applied' : 'member')
  const { refusal } = result
  if (refusal.code === 'NOT_A_MEMBER' || isOfPage(refusal)) return refusedPage(context, refusal)
  return clubPage(context, { orgId }, { values, refusal: byQuestion(refusal, questions) })
}

const others = {
  leave: ['leaveOrganization', 'left'],
  follow: ['followOrganization', 'followed'],
  unfollow: ['unfollowOrganization', 'unfollowed'],
} as const

/** Joins or applies, leaves, follows. */
export const changeMembership = async (input: FormInput, context: PageContext) => {
  const { orgId } = input
  if (input.do === 'join') return join(input, context)
  if (input.do === 'like') {
    const news = `/org/${orgId}?part=news`
    const liked = await likeNews(input, context)
    if (!liked.ok) return refusedPage(context, liked.refusal, news)
    return redirectTo(news, input.liked === 'yes' ? 'liked' : 'unliked')
  }
  const [operation, done] = input.do === 'withdraw' ? [] : others[input.do]
  const result = operation
    ? await call(context, 'organizations', operation, { orgId })
    : await withdrawPending(orgId, context)
  if (!result.ok) return refusedPage(context, result.refusal)
  return redirectTo(`/org/${orgId}`, done ?? 'application-withdrawn')
}
