import { type PageContext, pageScope } from '../call.ts'
import { type Html, html, type Tab, tabs } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

export const settingsPath = '/settings'

/** The heading of a page for people who are not signed in: what they do, and at which school. */
export const accountHeading = (context: PageContext, title: string): Html => {
  const { school } = pageScope(context).visit
  return html`<header class="stack-s"><h1>${title}</h1>${school ? html`<p class="soft"><bdi>${school.name}</bdi></p>` : ''}</header>`
}

/** Whether a way into the account signs its owner in. Others only read events. */
export const isSignInMethod = ({ kind }: { readonly kind: string }): boolean =>
  kind !== 'push' && kind !== 'calendar'

/** The address of a part of the settings. */
export const settingsPart = (part: string): string => `${settingsPath}?part=${part}`

const parts: readonly Tab[] = [
  ['account', msg('Account')],
  ['profile', msg('Profile')],
  ['notifications', msg('Notifications')],
  ['connections', msg('Push and calendar')],
]

export const settingsTabs = (part: string): Html =>
  tabs(
    t('Settings'),
    settingsPath,
    parts.map(([name, text]): Tab => [name, t(text)]),
    part,
  )

/** A part of the settings, below the tabs. */
export const settingsFrame = (part: string, inside: Html): Html =>
  html`<div class="stack-l"><header class="stack-s"><h1>${t('Your account')}</h1>${settingsTabs(part)}</header>${inside}</div>`
