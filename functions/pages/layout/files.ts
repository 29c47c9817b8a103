import type { Files, Refusal } from '../call.ts'
import { msg, t } from '../locale.ts'
import { type Filled, nothingFilled, unsavedMark, wrongIn } from './forms.ts'
import { type Html, html, raw } from './html.ts'

/** Media types that a picture field accepts. */
const accepted = 'image/png,image/jpeg,image/gif,image/webp'

const pictureHint = msg('JPEG, PNG, GIF or WebP, up to 4 MB.')

type PictureFieldOf = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Marked in the label, and not required. */
  readonly optional?: boolean
}

/**
 * A field to choose a picture. Browsers never fill it again, so a refused form asks once more for a file that was chosen
 * (`chosenNames`), unless the field itself says what is wrong.
 */
export const pictureField = (
  filled: Filled,
  { name, label, hint = t(pictureHint), optional = false }: PictureFieldOf,
): Html => {
  const wrong = wrongIn(filled, name)
  const again = filled.refusal && filled.values[name] && !wrong ? ` ${t('Choose the file again.')}` : ''
  const tied = wrong
    ? raw(` aria-invalid="true" aria-describedby="${name}-hint ${name}-wrong"`)
    : raw(` aria-describedby="${name}-hint"`)
  return html`<div class="field"><label for="${name}">${optional ? t('{label} (optional)', { label }) : label}</label><span class="hint" id="${name}-hint">${hint}${again}</span><input id="${name}" name="${name}" type="file" accept="${accepted}"${optional ? '' : raw(' required')}${tied}>${wrong ? html`<span class="wrong" id="${name}-wrong">${wrong}</span>` : ''}</div>`
}

const pictureCodes = new Set(['FILE_REQUIRED', 'NO_FILE', 'UNSUPPORTED_IMAGE'])

/** A refusal of a form with one picture, at its field. */
export const atPictureField = (refusal: Refusal): Refusal =>
  pictureCodes.has(refusal.code ?? '') ? { ...refusal, field: 'image' } : refusal

/** Starts a form that sends files. */
export const fileForm = (
  action: string,
  inside: Html,
  css = 'card stack',
  filled: Filled = nothingFilled,
): Html =>
  html`<form class="${css}" method="post" action="${action}" enctype="multipart/form-data"${unsavedMark(filled)}>${inside}</form>`

/** The files that were chosen. Browsers send an empty one for every other file field. */
export const chosenFiles = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([, { bytes }]) => bytes.length > 0))

/** The names of the fields in which files were chosen, as values of a form that is shown again. */
export const chosenNames = (files: Files): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(chosenFiles(files)).map((name) => [name, 'chosen']))
