import type { Refusal } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { t } from '../locale.ts'
import { type Html, html, raw } from './html.ts'

/** What was entered and what is wrong with it, by the names of fields. */
export type Filled = {
  readonly values: Readonly<Record<string, string | undefined>>
  readonly refusal?: Refusal | undefined
}

export const nothingFilled: Filled = { values: {} }

/** What a refusal is about that names no field, or another than the form has: by its code, whichever of them is there. */
const placesOf: Readonly<Record<string, readonly string[]>> = {
  ACCOUNT_EXISTS: ['email'],
  ALREADY_INVITED: ['email'],
  EMAIL_INVALID: ['email', 'guestEmail'],
  INVALID_CODE: ['code'],
  INVALID_CREDENTIALS: ['currentPassword'],
  PASSWORD_WEAK: ['password', 'newPassword'],
  ROLE_EXISTS: ['displayName'],
  ROOM_EXISTS: ['name'],
  USERNAME_INVALID: ['username'],
  USERNAME_PROFANE: ['username'],
  USERNAME_TAKEN: ['username'],
}

/** What a refusal says of one field. */
export const wrongIn = ({ refusal }: Filled, name: string): string | undefined => {
  if (!refusal) return undefined
  const { field, code, details } = refusal
  const detail = details.find((one) => one.field === name)
  if (detail) return failureMessage(detail)
  return field === name || placesOf[code ?? '']?.includes(name) ? failureMessage(refusal) : undefined
}

/**
 * A refusal at the controls of a form, where operations have other names for them. Items of a list (`types.2`) belong to
 * the control of the list.
 */
export const atControls = (refusal: Refusal, controls: Readonly<Record<string, string>>): Refusal => {
  const controlOf = (field: string): string =>
    controls[field] ?? controls[field.replace(/\.\d+$/, '')] ?? field
  return {
    ...refusal,
    field: refusal.field && controlOf(refusal.field),
    details: refusal.details.map((detail) => ({ ...detail, field: controlOf(detail.field) })),
  }
}

/** The refusal above a form, unless one of its fields shows it. */
export const refusedForm = (filled: Filled, fields: readonly string[]): Html => {
  const { refusal } = filled
  if (!refusal || fields.some((name) => wrongIn(filled, name) !== undefined)) return html``
  const proven =
    refusal.code === 'EMAIL_NOT_VERIFIED' ? html` <a href="/verify-email">${t('Confirm it')}</a>` : ''
  return html`<p class="tell bad" role="alert">${refusal.message ? failureMessage(refusal) : t('This did not work. Try again.')}${proven}</p>`
}

/**
 * The attribute of a form with entered values that are not saved, by default a refused one. Browsers ask before its page
 * is left, where the page loads `unsaved.js`.
 */
export const unsavedMark = ({ refusal }: Filled, isUnsaved = refusal !== undefined): Html =>
  isUnsaved ? raw(' data-unsaved') : html``

export type FieldOf = {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly hint?: string
  /** Marked in the label, and not required. */
  readonly optional?: boolean
  /** Overrides what `optional` says, without a mark in the label. */
  readonly isRequired?: boolean
  readonly autocomplete?: string
  readonly inputmode?: string
  readonly css?: string
  readonly longest?: number
  readonly least?: number
  /** The id of a list of suggested values. */
  readonly list?: string
}

/** A control with its label, its hint, and what was wrong with it; it is given what ties it to those. */
export const fieldFrame = (
  filled: Filled,
  {
    name,
    label,
    hint,
  }: { readonly name: string; readonly label: string | Html; readonly hint?: string | undefined },
  control: (tied: Html) => Html,
): Html => {
  const wrong = wrongIn(filled, name)
  const ids = [hint ? `${name}-hint` : '', wrong ? `${name}-wrong` : ''].filter((id) => id !== '')
  const described = ids.length > 0 ? ` aria-describedby="${ids.join(' ')}"` : ''
  const tied = raw(`${wrong ? ' aria-invalid="true"' : ''}${described}`)
  return html`<div class="field"><label for="${name}">${label}</label>${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}${control(tied)}${wrong ? html`<span class="wrong" id="${name}-wrong">${wrong}</span>` : ''}</div>`
}

const labelled = <F extends Omit<FieldOf, 'type'>>(one: F): F =>
  one.optional ? { ...one, label: t('{label} (optional)', { label: one.label }) } : one

/** One line to fill in, with its label, what was entered before, and what was wrong with it. */
export const field = (filled: Filled, one: FieldOf): Html => {
  const { name, type = 'text', optional, autocomplete, inputmode, css, longest, least, list } = one
  const { isRequired = !optional } = one
  const kept = type === 'password' ? '' : (filled.values[name] ?? '')
  return fieldFrame(
    filled,
    labelled(one),
    (tied) =>
      html`<input id="${name}" name="${name}" type="${type}" value="${kept}"${css ? html` class="${css}"` : ''}${isRequired ? raw(' required') : ''}${autocomplete ? html` autocomplete="${autocomplete}"` : ''}${inputmode ? html` inputmode="${inputmode}"` : ''}${longest ? html` maxlength="${longest}"` : ''}${least ? html` minlength="${least}"` : ''}${list ? html` list="${list}"` : ''}${tied}${type === 'email' || autocomplete === 'username' ? raw(' autocapitalize="none" spellcheck="false"') : raw(' dir="auto"')}>`,
  )
}

/** Whether a code of a mail was missing or wrong. */
export const needsMailedCode = ({ refusal }: Filled): boolean =>
  /^(?:INVALID_CODE|.*_CODE_REQUIRED)$/.test(refusal?.code ?? '')

/** Where the code of a mail, or of an app, is entered. */
export const codeField = (filled: Filled, hint?: string, label = t('Code from the email')): Html =>
  field(filled, {
    name: 'code',
    label,
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    css: 'code',
    longest: 64,
    ...(hint ? { hint } : {}),
  })

/** An entered code. Six digits may be written in groups, as mails and apps show them. */
export const codeIn = (entered = ''): string => {
  const digits = entered.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : entered.trim()
}

export type Choice = readonly [value: string, text: string]

export const select = (
  filled: Filled,
  name: string,
  label: string,
  all: readonly Choice[],
  hint?: string,
): Html =>
  fieldFrame(
    filled,
    { name, label, hint },
    (tied) =>
      html`<select id="${name}" name="${name}"${tied}>${all.map(([value, text]) => html`<option value="${value}"${filled.values[name] === value ? raw(' selected') : ''}>${text}</option>`)}</select>`,
  )

/** The list of suggested values that fields name as their `list`. */
export const suggestions = (id: string, all: readonly Choice[]): Html =>
  html`<datalist id="${id}">${all.map(([value, text]) => html`<option value="${value}">${text === value ? '' : text}</option>`)}</datalist>`

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** Whose password the form asks for, for who keeps passwords: neither shown nor sent. */
export const ownerOf = (email: string | undefined): Html =>
  html`<input type="text" value="${email ?? ''}" autocomplete="username" readonly hidden>`

/** Longer limits need no hint: few people reach them. */
const longestWithHint = 500

/**
 * Several lines to fill in. It has no `maxlength`, with which browsers cut a pasted text without a word. The operation
 * refuses a text that is too long, and the form keeps it.
 */
export const textArea = (filled: Filled, one: Omit<FieldOf, 'type' | 'inputmode' | 'autocomplete'>): Html => {
  const { name, optional, isRequired = !optional, longest = Number.POSITIVE_INFINITY } = one
  const limit =
    longest > longestWithHint ? {} : { hint: t('At most {count, number} characters', { count: longest }) }
  return fieldFrame(
    filled,
    labelled({ ...limit, ...one }),
    (tied) =>
      html`<textarea id="${name}" name="${name}"${isRequired ? raw(' required') : ''}${tied} dir="auto">${filled.values[name] ?? ''}</textarea>`,
  )
}

/** Something that is so or not; what is not ticked is not sent. */
export const checkbox = (filled: Filled, name: string, text: string, value = 'yes'): Html =>
  html`<label class="pick"><input type="checkbox" name="${name}" value="${value}"${filled.values[name] === value ? raw(' checked') : ''}> <span>${text}</span></label>`

type FormValues = Readonly<Record<string, string | undefined>>

/** The version that the reader of a form saw. A form without a version is outdated. */
export const seenVersion = ({ version }: FormValues): number => Number(version || -1)

/**
 * The version that a form carries. A refused form keeps the one that its reader saw, so that it overwrites no change made
 * since. After a 409 its reader knows of the change.
 */
export const carriedVersion = ({ values, refusal }: Filled, current: number): string =>
  (refusal && refusal.status !== 409 && values.version) || String(current)

/**
 * The version to send with a list that a form changes. It is the older of the version that the form's reader saw and
 * the version that was read to make the new list, so that neither an outdated page nor an outdated read overwrites a
 * change.
 */
export const versionOf = (form: FormValues, read: { readonly version: number }): number =>
  Math.min(seenVersion(form), read.version)
