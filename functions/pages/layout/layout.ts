import { type Answer, answer } from '../../../lib/contract/reply.ts'
import { safeOwnPath } from '../../../lib/identity/school/addresses.ts'
import { type ScriptName, scriptTexts } from '../browser/messages.ts'
import { isSignedIn, type PageContext, pageScope, type Refusal } from '../call.ts'
import { adminLink } from '../header/administration.ts'
import { impersonationBanner } from '../header/banner.ts'
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
  /** One sentence about the page, for search engines and link previews. */
  readonly about?: string | undefined
  /** More of the head, such as a link preview. */
  readonly head?: Html | string
  /** The page's main action, at the bottom edge of a phone. */
  readonly action?: Html | string
}

/** Scripts of this address; nothing inline, nothing from elsewhere. */
const scriptPolicy = "script-src 'self'; worker-src 'self'"

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232447c6'/%3E%3Cpath d='M9 9h14v14H9z' fill='none' stroke='%23fff' stroke-width='4'/%3E%3C/svg%3E"

const link = (path: string, name: IconName, text: string, here: boolean): Html =>
  html`<a href="${path}"${here ? raw(' aria-current="page"') : ''}>${lineIcon(name)}<span>${text}</span></a>`

const schoolLinks = (place: Page['place']): Html =>
  html`${link('/', 'calendar', t('Events'), place === 'events')}${link('/clubs', 'people', t('Clubs'), place === 'clubs')}`

const navigation = (isIn: boolean, place: Page['place'], platform: boolean, path: string): Html => {
  const enter = (next: string): Html =>
    html`<a class="enter" href="/login?next=${encodeURIComponent(next)}">${t('Sign in')}</a>`
  if (platform)
    return html`<nav class="nav" aria-label="${t('Main')}">${isIn ? html`${link('/', 'host', t('Schools'), path === '/')}${link('/admin', 'settings', t('Platform'), path.startsWith('/admin'))}` : enter('/admin')}</nav>`
  if (!isIn) return html`<nav class="nav" aria-label="${t('Main')}">${schoolLinks(place)}${enter(path)}</nav>`
  return html`<nav class="nav" aria-label="${t('Main')}">${schoolLinks(place)}${link('/my-events', 'ticket', t('My events'), place === 'mine')}${link('/inbox', 'bell', t('Notifications'), place === 'inbox')}${link('/settings', 'user', t('Account'), place === 'account')}</nav>`
}

const longestNext = 500

/** Where a person goes on after signing in: the page that they are on, or the front page. */
export const returnPath = (query: string): string => {
  const path = query.replace(/[?&]done=[^&]*/, '').replace(/^([^?&]*)&/, '$1?')
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
  const brand = brandOf(context)
  const { script, action = '' } = page
  const texts = script ? scriptTexts(script) : ''
  const banner = impersonationBanner(context)
  const admin = isIn ? await adminLink(context) : ''
  const text = html`<!doctype html>
<html lang="${currentLocale().tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title === brand.name ? brand.name : `${page.title} \u00b7 ${brand.name}`}</title>
<meta name="description" content="${page.about ?? brand.about}">
<link rel="icon" href="${raw(icon)}"><link rel="stylesheet" href="${brand.style}">${page.head ?? ''}${script ? html`<script type="module" src="/scripts/${script}"></script>` : ''}</head>
<body${action === '' ? '' : raw(' class="acts"')}${texts === '' ? '' : html` data-texts="${texts}"`}><a class="skip" href="#main">${t('Skip to content')}</a>
${banner}<header class="top${isIn ? ' in' : ''}"><div class="wrap"><a class="school" href="/">${brand.sign}<span><bdi>${brand.name}</bdi></span></a>${admin}${navigation(isIn, page.place, context.tenant.platform, returnPath(request.path))}</div></header>
<main id="main"><div class="wrap${page.narrow ? ' narrow' : page.medium ? ' medium' : ''}">${confirmationMessage(page.done, page.undo)}${focusOnMistake(page.body)}</div>${action}</main>
<footer class="foot"><div class="wrap"><span><bdi>${brand.place || brand.name}</bdi></span><span>${brand.clock}</span></div></footer>
</body></html>
`
  return answer('', {
    page: String(text),
    status: page.status ?? page.refusal?.status ?? 200,
    // Without any referrer, browsers send forms without their origin too, which the platform refuses.
    headers: {
      'content-security-policy': script ? `${brand.policy}; ${scriptPolicy}` : brand.policy,
      'referrer-policy': 'same-origin',
      vary: 'accept-language',
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

/** On to another page; `done` names the message that the page shows. */
export const redirectTo = (path: string, done?: string): Answer<string> => {
  const [, before = '', place = ''] = /^([^#]*)(.*)$/s.exec(path) ?? []
  const location =
    done === undefined ? path : `${before}${before.includes('?') ? '&' : '?'}done=${done}${place}`
  const page = html`<!doctype html><title>${t('Continue')}</title><a href="${location}">${t('Continue')}</a>
`
  return answer('', { page: String(page), status: 303, headers: { location } })
}

/** A path of this school that a sign-in may lead to. Anything else becomes the front page. */
export const pathIn = (next: string | undefined): string =>
  (next !== undefined && next.length <= longestNext && safeOwnPath(next)) || '/'
