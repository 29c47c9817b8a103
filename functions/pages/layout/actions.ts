import { t } from '../locale.ts'
import { hidden } from './forms.ts'
import { type Html, html, raw } from './html.ts'

/** What a button sends beside what it does. */
export type Carried = Readonly<Record<string, string>>

/** Looks of buttons that act at once. What cannot be undone has `confirmedAction`, which asks first. */
export type ButtonCss = '' | 'full' | 'item-btn' | 'plain' | 'plain full' | 'plain small' | 'small'

type Look<C extends string = ButtonCss> = {
  readonly css?: C
  readonly label?: string
  readonly inside?: Html | string
}

const carriedFields = (carried: Carried): Html =>
  html`${Object.entries(carried).map(([name, value]) => hidden(name, value))}`

const buttonForm = (
  action: string,
  text: string,
  carried: Carried,
  { css = 'plain small', label, inside = '' }: Look<string>,
): Html =>
  html`<form method="post" action="${action}">${carriedFields(carried)}${inside}<button class="btn ${css}"${label ? html` aria-label="${text}: ${label}"` : ''}>${text}</button></form>`

/** One button that does one thing. `label` says to what, where several buttons have the same words. */
export const actionButton = (action: string, text: string, carried: Carried, look: Look = {}): Html =>
  buttonForm(action, text, carried, look)

/** A part that is closed until its heading is pressed. */
export const collapsible = (summary: string | Html, inside: Html, open = false): Html =>
  open
    ? html`<details class="more" open><summary>${summary}</summary><div class="stack">${inside}</div></details>`
    : html`<details class="more"><summary>${summary}</summary><div class="stack">${inside}</div></details>`

export type Confirmed = {
  readonly text: string
  /** What happens, with the name of the object. */
  readonly consequence: string | Html
  /** Verb and noun; `text` by default. */
  readonly button?: string
  readonly carried: Carried
  readonly css?: string
  /** The object, where several buttons say the same. */
  readonly label?: string
  readonly open?: boolean
}

/** A button that first opens and names the consequence. Nothing is changed until the button inside is pressed. */
export const confirmedAction = (
  action: string,
  { text, consequence, button = text, carried, css = 'plain small', label, open = false }: Confirmed,
): Html =>
  html`<details class="sure"${open ? raw(' open') : ''}><summary class="btn ${css}"${label ? html` aria-label="${text}: ${label}"` : ''}>${text}</summary><div class="stack-s"><p>${consequence}</p>${buttonForm(action, button, carried, { css: 'bad small', ...(label ? { label } : {}) })}</div></details>`

export type Tab = readonly [part: string, text: string]

/** The parts of one page, of which one is shown. */
export const tabs = (label: string, path: string, all: readonly Tab[], here: string): Html =>
  html`<nav class="tabs" aria-label="${label}">${all.map(([part, text]) =>
    part === here
      ? html`<a href="${path}?part=${part}" aria-current="page">${text}</a>`
      : html`<a href="${path}?part=${part}">${text}</a>`,
  )}</nav>`

/** On to the next rows, where there are more. */
export const nextPageLink = (
  path: string,
  cursor: string | null | undefined,
  text = t('More'),
  name = 'cursor',
) =>
  cursor
    ? html`<p><a class="btn plain" href="${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(cursor)}">${text}</a></p>`
    : ''

/** One line to search by; `part` is where of a page with parts. */
export const searchForm = (path: string, label: string, typed: string, part = ''): Html =>
  html`<form class="find" role="search" action="${path}">${part && hidden('part', part)}<label class="vh" for="search">${label}</label><input id="search" name="search" type="search" value="${typed}" placeholder="${label}" maxlength="100" dir="auto"><button class="btn plain">${t('Search')}</button></form>`

export type Confirmation = {
  /** Page whose form it is. */
  readonly action: string
  /** A question that names the object, such as "Suspend Ada Lovelace?". */
  readonly title: Html | string
  readonly consequence: Html | string
  /** Verb and noun. */
  readonly button: string
  readonly carried: Carried
  /** What the main button sends as `do`, where `back` is a button of the same form. */
  readonly does?: string
  /** Page that "Cancel" leads to, or a button that takes its place. */
  readonly back: string | Html
  readonly fields?: Html | string
  readonly danger?: boolean
}

/** Asks before a change that affects people: it names the object and the consequence. Nothing is changed until it is sent. */
export const confirmationForm = ({
  action,
  title,
  consequence,
  button,
  carried,
  does,
  back,
  fields = '',
  danger = true,
}: Confirmation): Html =>
  html`<section class="card stack" aria-labelledby="confirm"><h2 id="confirm">${title}</h2><p>${consequence}</p><form class="stack" method="post" action="${action}">${carriedFields(carried)}${fields}<div class="row"><button class="btn ${danger ? 'bad' : ''}"${does ? html` name="do" value="${does}"` : ''}>${button}</button>${typeof back === 'string' ? html`<a class="btn plain" href="${back}">${t('Cancel')}</a>` : back}</div></form></section>`
