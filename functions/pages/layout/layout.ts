import { type Answer, answer } from '../../../lib/contract/reply.ts'
import { htmlDocument } from '../../../lib/html/document.ts'
import { safeOwnPath } from '../../../lib/identity/school/addresses.ts'
import { type ScriptName, scriptTexts } from '../browser/messages.ts'
import { isSignedIn, type PageContext, pageScope, type Refusal } from '../call.ts'
import { confirmationOf } from '../confirmed.ts'
import { adminLink } from '../header/administration.ts'
import { closedBanner, impersonationBanner } from '../header/banner.ts'
import { countTag } from '../header/count-tag.ts'
import { unreadCount } from '../header/unread.ts'
import { currentLocale, t } from '../locale.ts'
import { brandOf } from './brand.ts'
import { confirmationMessage } from './confirmations.ts'
import { type Html, html, raw } from './html.ts'
import { type IconName, icon as lineIcon } from './icons.ts'
import { empty } from './parts.ts'
import { replacementFor } from './replacement.ts'

export type Page = {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** Why what was sent was refused; the page has its status. */
  readonly refusal?: Refusal | undefined
  /** The part of the school that the page belongs to, marked in the navigation. */
  readonly place?: 'events' | 'clubs' | 'mine' | 'inbox' | 'account'
  /** A word about what has just been done, by its key: see `confirmations.ts`. */
  readonly done?: string | undefined
  /** Beside that word: a button that undoes what was done. */
  readonly undo?: Html | string
  readonly narrow?: boolean
  /** For forms with fields side by side. */
  readonly medium?: boolean
  /** What makes it handier where scripts run; the page works without. */
  readonly script?: ScriptName
  readonly headers?: Readonly<Record<string, string>>
  /** Browsers keep the page, so that "Back" shows it instead of asking to send its form again. Never with a secret. */
  readonly isKept?: boolean
  /** One sentence about the page, for search engines and link previews. */
  readonly about?: string | undefined
  /** More of the head, such as a link preview. */
  readonly head?: Html | string
  /** Without links to other pages in the header, where the reader has nothing to do there. */
  readonly isAlone?: boolean
  /** Address of a picture on another site that the page shows. */
  readonly picture?: string | undefined
  /** The page's main action, at the bottom edge of a phone. */
  readonly action?: Html | string
}

/** Scripts of this address; nothing inline, nothing from elsewhere. */
const scriptPolicy = "script-src 'self'; worker-src 'self'"

const link = (path: string, name: IconName, text: string, here: boolean, count: Html | string = ''): Html =>
  html`<a href="${path}"${here ? raw(' aria-current="page"') : ''}>${lineIcon(name)}<span>${text}</span>${count}</a>`

const schoolLinks = (place: Page['place']): Html =>
  html`${link('/', 'calendar', t('Events'), place === 'events')}${link('/clubs', 'people', t('Clubs'), place === 'clubs')}`

const navigation = (
  isIn: boolean,
  place: Page['place'],
  platform: boolean,
  path: string,
  unread: number,
): Html => {
  const enter = (next: string): Html =>
    html`<a class="enter" href="/login?next=${encodeURIComponent(next)}">${t('Sign in')}</a>`
  if (platform)
    return html`<nav class="nav" aria-label="${t('Main')}">${isIn ? html`${link('/', 'host', t('Schools'), path === '/')}${link('/admin', 'settings', t('Platform'), path.startsWith('/admin'))}${link('/settings', 'user', t('Account'), place === 'account')}` : enter('/admin')}</nav>`
  if (!isIn) return html`<nav class="nav" aria-label="${t('Main')}">${schoolLinks(place)}${enter(path)}</nav>`
  const unreadTag = countTag(unread, (count) => t('{count} unread', { count }))
  return html`<nav class="nav" aria-label="${t('Main')}">${schoolLinks(place)}${link('/my-events', 'ticket', t('My events'), place === 'mine')}${link('/inbox', 'bell', t('Notifications'), place === 'inbox', unreadTag)}${link('/settings', 'user', t('Account'), place === 'account')}</nav>`
}

/** Without `cookie`, because a form that is sent changes cookies, and the kept page would no longer match. */
const keptInHistory = { 'cache-control': 'private, no-cache', vary: 'accept-language' }

const longestNext = 500

/** Where a person goes on after signing in: the page that they are on, or the front page. */
export const returnPath = (query: string): string => {
  const path = query.replace(/[?&]done=[^&]*/, '').replace(/^([^?&]*)&/, '$1?')
  if (path.startsWith('/login?'))
    return pathIn(new URLSearchParams(path.split('?')[1]).get('next') ?? undefined)
  // The page for new people leads who is signed in on to the invitation that they came for.
  if (path.length <= longestNext && path.startsWith('/register?invite_token=')) return path
  return path.length > longestNext || /^\/(?:login|register|forgot|reset|join|sign-out)/.test(path)
    ? '/'
    : path
}

const firstMistake = /(<p|<span)( class="(?:tell bad" role="alert|wrong)")|( aria-invalid="true")/

/** The first mistake of a refused form has the focus, so that browsers scroll to it on a long page. */
const focusOnMistake = (body: Html): Html =>
  raw(
    String(body).replace(firstMistake, (_, tag: string | undefined, marks: string, invalid: string) =>
      tag === undefined ? ` autofocus${invalid}` : `${tag} tabindex="-1" autofocus${marks}`,
    ),
  )

/**
 * A whole page: what the school is called and looks like, who is here, what was just done, and the body. Nothing in it runs
 * but a script of `scriptPolicy`.
 */
export const pageOf = async (context: PageContext, page: Page): Promise<Answer<string>> => {
  const { request } = pageScope(context)
  const aside = replacementFor(context)
  if (aside) return aside
  const isIn = isSignedIn(context)
  const brand = brandOf(context, page.picture)
  const { script, action = '', isAlone = false } = page
  const texts = script ? scriptTexts(script) : ''
  const banner = impersonationBanner(context)
  const [admin, unread] = isIn ? await Promise.all([adminLink(context), unreadCount(context)]) : ['', 0]
  const status = page.status ?? page.refusal?.status ?? 200
  const text = htmlDocument({
    locale: currentLocale(),
    title: page.title,
    about: page.about ?? brand.about,
    name: brand.name,
    style: brand.style,
    headHtml: String(
      html`${page.head ?? ''}${script ? html`<script type="module" src="/scripts/${script}"></script>` : ''}`,
    ),
    bodyAttributes: String(
      html`${action === '' ? '' : raw(' class="acts"')}${texts === '' ? '' : html` data-texts="${texts}"`}`,
    ),
    bannerHtml: String(html`${banner}${closedBanner(context)}`),
    signHtml: brand.sign,
    linksHtml: String(
      isAlone
        ? ''
        : html`${admin}${navigation(isIn, page.place, context.tenant.platform, returnPath(request.path), unread)}`,
    ),
    hasReader: isIn,
    width: page.narrow ? 'narrow' : page.medium ? 'medium' : undefined,
    mainHtml: String(
      html`${confirmationMessage(page.done, page.undo, request.confirmation)}${focusOnMistake(page.body)}`,
    ),
    actionHtml: String(html`${action}`),
    footHtml: String(
      html`<span><bdi>${brand.name}</bdi>${brand.place && brand.place !== brand.name ? html`, <bdi>${brand.place}</bdi>` : ''}</span><span>${brand.clock}</span>`,
    ),
    address: `?${request.path.split('?', 2)[1] ?? ''}`,
    isAnswer: request.method !== 'GET',
    labels: { skip: t('Skip to content'), language: t('Language') },
  })
  return answer('', {
    page: text,
    status,
    // Without any referrer, browsers send forms without their origin too, which the platform refuses.
    headers: {
      'content-security-policy': script ? `${brand.policy}; ${scriptPolicy}` : brand.policy,
      'referrer-policy': 'same-origin',
      vary: 'accept-language, cookie',
      ...(page.isKept ? keptInHistory : {}),
      ...page.headers,
    },
  })
}

/** A page of what is the reader's own. */
export const accountPage = (context: PageContext, page: Page): Promise<Answer<string>> =>
  pageOf(context, { place: 'account', narrow: true, ...page })

type Why = Parameters<typeof empty> extends [unknown, ...infer W] ? W : never

/** A page of the reader that has nothing to show yet. */
export const emptyPage = (
  context: PageContext,
  title: string,
  heading: string,
  ...why: Why
): Promise<Answer<string>> =>
  pageOf(context, { title, body: empty(html`<h1>${heading}</h1>`, ...why), place: 'mine', narrow: true })

/**
 * On to another page; `done` names the message that the page shows, in a cookie too: an address alone shows none. The
 * cookie has the name of the object, too.
 */
export const redirectTo = (path: string, done?: string, name = ''): Answer<string> => {
  const [, before = '', place = ''] = /^([^#]*)(.*)$/s.exec(path) ?? []
  const location =
    done === undefined ? path : `${before}${before.includes('?') ? '&' : '?'}done=${done}${place}`
  const page = html`<!doctype html><title>${t('Continue')}</title><a href="${location}">${t('Continue')}</a>
`
  const redirect = { page: String(page), status: 303, headers: { location } } as const
  return answer('', done === undefined ? redirect : { ...redirect, confirmation: confirmationOf(done, name) })
}

/** A path of this school that a sign-in may lead to. Anything else becomes the front page. */
export const pathIn = (next: string | undefined): string =>
  (next !== undefined && next.length <= longestNext && safeOwnPath(next)) || '/'
