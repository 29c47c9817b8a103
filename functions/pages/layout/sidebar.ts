import { t } from '../locale.ts'
import { type Html, html } from './html.ts'
import { type IconName, icon } from './icons.ts'

export type ConsoleLink = {
  readonly href: string
  readonly text: string
  readonly icon: IconName
  readonly isCurrent?: boolean
  /** Open tasks, such as approvals. Zero is not shown. */
  readonly count?: number | undefined
}

export type ConsoleOf = {
  /** Name of the navigation, such as "Admin". */
  readonly label: string
  readonly links: readonly ConsoleLink[]
  readonly heading: string | Html
  /** Beside the heading: the one main button, or a menu. */
  readonly actions?: Html | string
  /** Below the heading. */
  readonly about?: Html | string
  readonly body: Html
}

const link = ({ href, text, icon: name, isCurrent = false, count = 0 }: ConsoleLink): Html =>
  html`<li><a href="${href}"${isCurrent ? html` aria-current="page"` : ''}>${icon(name)}<span>${text}</span>${count > 0 ? html` <span class="count-tag num" aria-label="${t('{count, number} open', { count })}">${count}</span>` : ''}</a></li>`

/** The frame of a console: parts at the side, on a phone above; the heading with its actions; the part itself. */
export const consoleFrame = ({ label, links, heading, actions = '', about = '', body }: ConsoleOf): Html =>
  html`<div class="console"><nav class="side" aria-label="${label}"><p class="side-title">${label}</p><ul>${links.map(link)}</ul></nav><div class="console-body stack"><header class="head"><div class="stack-s"><h1>${heading}</h1>${about === '' ? '' : html`<p class="soft">${about}</p>`}</div>${actions === '' ? '' : html`<div class="row">${actions}</div>`}</header>${body}</div></div>`
