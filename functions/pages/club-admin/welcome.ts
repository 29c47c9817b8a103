import { type AreaAction, adminPath, type PartOf } from '../admin/admin.ts'
import { call, operation } from '../call.ts'
import { checkbox, type Filled, field, hidden, textArea } from '../layout/forms.ts'
import { html } from '../layout/page.ts'
import { t } from '../locale.ts'

/** The words that people who are in no club yet read on their page of clubs. */
export const welcomePart: PartOf = async ({ filled }, context) => {
  const found = await call(context, 'management', 'getOnboardingConfig', {})
  if (!found.ok) return found
  const { enabled, welcomeTitle: title, welcomeSubtitle: text } = found.value
  const values = { title, text, ...(enabled ? { enabled: 'yes' } : {}) }
  const own: Filled = filled.values.do === 'welcome-save' ? filled : { values }
  const titleFields = [
    field(own, { name: 'title', label: t('Title'), longest: 120, optional: true }),
    textArea(own, { name: 'text', label: t('Text'), longest: 300, optional: true }),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}"><h2>${t('Welcome text')}</h2><p class="soft">${t('People without a club see it under {clubs}.', { clubs: html`<a href="/clubs?mine=yes">${t('My clubs')}</a>` })}</p>${hidden('do', 'welcome-save')}${checkbox(own, 'enabled', t('Show the welcome text'))}<div>${titleFields}</div><button class="btn">${t('Save welcome text')}</button></form>`
}

export const welcomeActions: Readonly<Record<string, AreaAction>> = {
  'welcome-save': {
    part: 'welcome',
    done: 'welcome-saved',
    run: operation('management', 'updateManagementConfig', ({ enabled, title = '', text = '' }) => ({
      'userOnboarding.enabled': enabled === 'yes',
      'userOnboarding.welcomeTitle': title,
      'userOnboarding.welcomeSubtitle': text,
    })),
  },
}
