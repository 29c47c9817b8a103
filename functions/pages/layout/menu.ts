import { t } from '../locale.ts'
import { actionButton, type Confirmed, confirmedAction } from './actions.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'

/** Actions that are rare or cannot be undone, behind one button. Works without scripts. */
export const menu = (items: readonly (Html | string)[], label = t('More actions'), text?: string): Html =>
  html`<details class="menu"><summary class="btn plain small${text ? '' : ' square'}"${text ? '' : html` aria-label="${label}"`}>${text ?? icon('dots')}</summary><div class="menu-items">${items}</div></details>`

export const menuLink = (href: string, text: string): Html => html`<a href="${href}">${text}</a>`

/** A button of a menu. `label` names the object where several buttons say the same. */
export const menuAction = (
  action: string,
  text: string,
  carried: Readonly<Record<string, string>>,
  { label }: { readonly label?: string } = {},
): Html => actionButton(action, text, carried, { css: 'item-btn', ...(label ? { label } : {}) })

/** An entry of a menu for what cannot be undone: it opens first and names the consequence. */
export const confirmedMenuAction = (action: string, confirmed: Omit<Confirmed, 'css'>): Html =>
  confirmedAction(action, { ...confirmed, css: 'item-btn bad' })
