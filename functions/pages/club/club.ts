import { type Answer, ask, type Given, isSignedIn, nothingHere, type PageContext, withinOf } from '../ask.ts'
import { eventItems } from '../event/items.ts'
import { type Filled, hidden, refusedForm } from '../layout/forms.ts'
import {
  deed,
  empty,
  face,
  type Html,
  html,
  isOfPage,
  onwardTo,
  pageOf,
  plural,
  refusedPage,
  written,
} from '../layout/page.ts'
import { answersIn, byQuestion, questionFields, questionNames } from '../layout/questions.ts'

type Club = Answer<'organizations', 'getOrganization'>['org'][number]
type Own = Answer<'organizations', 'getOrganizationByName'>

const joining = (club: Club, { overview }: Own, filled: Filled): Html => {
  const questions = overview.memberForm?.questions ?? []
  const asks = club.requireApprovalForJoin
  return html`<h2>${asks ? 'Apply to join' : 'Join this club'}</h2>${asks ? html`<p>Its officers read what you answer and decide.</p>` : ''}<form class="stack" method="post" action="/org/${club._id}">${refusedForm(filled, questionNames(questions))}${hidden('do', 'join')}${questionFields(questions, filled)}<button class="btn full">${asks ? 'Apply' : 'Join'}</button></form>`
}

const membership = (club: Club, own: Own | undefined, isIn: boolean, filled: Filled): Html => {
  const path = `/org/${club._id}`
  const inside = () => {
    if (!isIn)
      return html`<h2>Be part of it</h2><a class="btn full" href="/login?next=/org/${club._id}">Sign in to join</a>`
    if (!own) return html`<p>You can join once you are a member of this school.</p>`
    if (own.isMember)
      return html`<h2>You are a member</h2><a class="btn full" href="/club-dashboard/${club._id}">To the desk of the club</a>${deed(path, 'Leave this club', { do: 'leave' }, { css: 'full bad' })}`
    if (own.isPending) return html`<h2>You have applied</h2><p>Its officers decide. You hear from us.</p>`
    return joining(club, own, filled)
  }
  const follows = own && !own.isMember
  return html`<section class="card stack" aria-label="Your membership">${inside()}${follows ? deed(path, own.isFollower ? 'Do not follow any more' : 'Follow', { do: own.isFollower ? 'unfollow' : 'follow' }, { css: 'full plain' }) : ''}<p class="soft">${plural(club.memberCount, 'member')}, ${plural(club.followerCount, 'follower')}</p></section>`
}

const clubPage = async (
  context: PageContext,
  orgId: string,
  filled: Filled = { values: {} },
  said?: string,
) => {
  const found = await ask(context, 'organizations', 'getOrganization', { id: orgId })
  if (!found.ok) return refusedPage(context, found.refusal)
  const [club] = found.value.org
  if (!club) return refusedPage(context, nothingHere)
  const asked = withinOf(context).request.carriesSession
  const [on, mine] = await Promise.all([
    ask(context, 'events', 'listFutureEvents', {
      limit: '12',
      filter: JSON.stringify({ hostingId: { $eq: orgId } }),
    }),
    asked ? ask(context, 'organizations', 'getOrganizationByName', { name: club.org_name }) : undefined,
  ])
  const own = mine?.ok ? mine.value : undefined
  const isIn = isSignedIn(context)
  const events = on.ok ? on.value.events : []
  const links = club.socialLinks.flatMap(({ url, title, type }) =>
    url && /^https?:\/\//.test(url)
      ? [html`<li><a href="${url}" rel="noopener nofollow ugc">${title ?? type}</a></li>`]
      : [],
  )
  const body = html`<div class="stack">${club.org_banner_image && /^https?:/.test(club.org_banner_image) ? html`<img class="banner" src="${club.org_banner_image}" alt="" width="1024" height="438">` : ''}<div class="two"><header class="stack"><div class="row">${face(club.org_name, club.org_profile_image)}${club.verified ? html`<span class="tag good">Verified</span>` : ''}</div><h1><bdi>${club.org_name}</bdi></h1>${club.org_description ? written(club.org_description) : ''}${links.length === 0 ? '' : html`<ul class="row">${links}</ul>`}</header>
<aside>${membership(club, own, isIn, filled)}</aside>
<div class="rest stack"><h2>What is on</h2>${events.length === 0 ? empty('Nothing planned yet', 'Follow the club and hear when there is.') : eventItems(events, 'h2')}<p class="soft"><a href="/org-calendar/${orgId}/calendar.ics">Subscribe to its calendar</a></p></div></div></div>`
  return pageOf(context, { title: club.org_name, body, place: 'events', said, refusal: filled.refusal })
}

export const showClub = ({ orgId, said }: Given<'showClub'>, context: PageContext) =>
  clubPage(context, orgId, { values: {} }, said)

type Deed = 'join' | 'leave' | 'follow' | 'unfollow'
type Sent = { readonly orgId: string; readonly do: Deed } & Readonly<Record<string, string | undefined>>

const join = async ({ orgId, ...values }: Sent, context: PageContext) => {
  const found = await ask(context, 'organizations', 'getOrganization', { id: orgId })
  if (!found.ok) return refusedPage(context, found.refusal)
  const name = found.value.org[0]?.org_name ?? ''
  const own = await ask(context, 'organizations', 'getOrganizationByName', { name })
  if (!own.ok) return refusedPage(context, own.refusal)
  const questions = own.value.overview.memberForm?.questions ?? []
  const answers = answersIn(questions, values)
  const formResponse = questions.map(({ _id }, at) => ({ referenceId: _id, answer: answers[at] ?? null }))
  const heard = await ask(context, 'organizations', 'applyToOrganization', {
    orgId,
    ...(questions.length > 0 ? { formResponse } : {}),
  })
  if (heard.ok)
    return onwardTo(`/org/${orgId}`, found.value.org[0]?.requireApprovalForJoin ? 'applied' : 'member')
  const { refusal } = heard
  if (refusal.code === 'NOT_A_MEMBER' || isOfPage(refusal)) return refusedPage(context, refusal)
  return clubPage(context, orgId, { values, refusal: byQuestion(refusal, questions) })
}

const others = {
  leave: ['leaveOrganization', 'left'],
  follow: ['followOrganization', 'followed'],
  unfollow: ['unfollowOrganization', 'unfollowed'],
} as const

/** Joins or applies, leaves, follows. */
export const changeMembership = async (sent: Sent, context: PageContext) => {
  const { orgId } = sent
  if (sent.do === 'join') return join(sent, context)
  const [operation, said] = others[sent.do as Exclude<Deed, 'join'>]
  const heard = await ask(context, 'organizations', operation, { orgId })
  if (!heard.ok) return refusedPage(context, heard.refusal)
  return onwardTo(`/org/${orgId}`, said)
}
