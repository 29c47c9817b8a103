import { type AreaAction, adminPath, type PartOf } from '../admin/admin.ts'
import { call, operation } from '../call.ts'
import { type Filled, field, hidden, textArea } from '../layout/forms.ts'
import { html, userText } from '../layout/page.ts'
import { t } from '../locale.ts'

/** Heading and introduction of the school's front page, which also clients of its own show. */
export const frontTextPart: PartOf = async ({ filled }, context) => {
  const found = await call(context, 'stakeholders', 'getEventPageSettings', {})
  if (!found.ok) return found
  const { title, description } = found.value
  const own: Filled = filled.values.do === 'front-save' ? filled : { values: { heading: title, description } }
  const fields = [
    field(own, {
      name: 'heading',
      label: t('Heading'),
      longest: 100,
      optional: true,
      hint: t('Such as: What is on at Lakeside. Empty: Upcoming events.'),
    }),
    textArea(own, {
      name: 'description',
      label: t('Introduction'),
      longest: 1000,
      optional: true,
      hint: t('One or two sentences below the heading.'),
    }),
  ]
  const preview = html`<section class="card stack" aria-labelledby="preview"><p class="soft" id="preview">${t('Preview')} &middot; <a href="/">${t('Open front page')}</a></p><div class="stack-s"><h2><bdi>${title || t('Upcoming events')}</bdi></h2>${description === '' ? '' : userText(description)}</div></section>`
  return html`<p class="soft">${t('Everybody sees these words at the top of the front page, in the language in which you write them.')}</p>${preview}<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'front-save')}<div>${fields}</div><button class="btn">${t('Save front page text')}</button></form>`
}

export const frontTextActions: Readonly<Record<string, AreaAction>> = {
  'front-save': {
    part: 'front',
    done: 'front-saved',
    run: operation('stakeholders', 'saveEventSystemConfig', ({ heading = '', description = '' }) => ({
      pageSettings: { title: heading.trim(), description: description.trim() },
    })),
  },
}
