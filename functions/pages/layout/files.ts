import type { Files } from '../call.ts'
import { msg, t } from '../locale.ts'
import { type Filled, wrongIn } from './forms.ts'
import { type Html, html, raw } from './html.ts'

/** Media types that a picture field accepts. */
const accepted = 'image/png,image/jpeg,image/gif,image/webp'

const pictureHint = msg('JPEG, PNG, GIF or WebP, up to 4 MB.')

/** A field to choose a picture. Browsers never fill it again, so a refused form asks for the file once more. */
export const pictureField = (filled: Filled, name: string, label: string, hint = t(pictureHint)): Html => {
  const wrong = wrongIn(filled, name)
  const again = filled.refusal ? ` ${t('Choose the file again.')}` : ''
  return html`<div class="field"><label for="${name}">${t('{label} (optional)', { label })}</label><span class="hint" id="${name}-hint">${hint}${again}</span><input id="${name}" name="${name}" type="file" accept="${accepted}" aria-describedby="${name}-hint"${wrong ? raw(' aria-invalid="true"') : ''}>${wrong ? html`<span class="wrong">${wrong}</span>` : ''}</div>`
}

/** Starts a form that sends files. */
export const fileForm = (action: string, inside: Html, css = 'card stack'): Html =>
  html`<form class="${css}" method="post" action="${action}" enctype="multipart/form-data">${inside}</form>`

/** The files that were chosen. Browsers send an empty one for every other file field. */
export const chosenFiles = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([, { bytes }]) => bytes.length > 0))
