import { defaultLocale } from '../../../lib/contract/text/locale.ts'
import { adminPath } from '../admin/admin.ts'
import type { Answer } from '../call.ts'
import { actionButton, collapsible, type Html, html, type Step, steps } from '../layout/page.ts'
import { t } from '../locale.ts'
import { localeName } from './locales.ts'

type School = Answer<'tenants', 'getTenant'>
type Todo = { readonly title: string; readonly isDone: boolean; readonly detail: Html }

const site = ({ subdomainUrl }: School, path: string): string => `${subdomainUrl}${path}`

const opening = (school: School): Todo => {
  const { status, setup, tenantKey, name } = school
  const isDone = status === 'active' || (status === 'hidden' && setup.administrators > 0)
  const state = status === 'active' ? t('Everybody can join it.') : t('Open to people who know its address.')
  const carried = { do: 'status', id: tenantKey, tenantKey, status: 'active' }
  return {
    title: t('Open the school'),
    isDone,
    detail: isDone
      ? html`<p class="soft">${state}</p>`
      : html`<p class="soft">${t('Only an open school accepts new accounts, even that of its first administrator. Its sign-in rules can limit who may join.')}</p>${actionButton(adminPath, t('Open school'), carried, { css: 'small', label: name })}`,
  }
}

const appointing = (school: School): Todo => {
  const { administrators } = school.setup
  const people = site(school, '/admin?part=people')
  const address = site(school, '/')
  return {
    title: t('Appoint the first administrator'),
    isDone: administrators > 0,
    detail:
      administrators > 0
        ? html`<p class="soft">${t('{count, plural, one {# administrator} other {# administrators}}', { count: administrators })} &middot; <a href="${people}">${t('Open its people page')}</a></p>`
        : html`<p class="soft">${t('Ask the person to create an account at {address} with their own email address, and to confirm it. Then open its people page, search for their name and choose "Make administrator". You may have to sign in there.', { address: html`<a href="${address}">${address}</a>` })}</p><p><a class="btn plain small" href="${people}">${t('Open its people page')}</a></p>`,
  }
}

const todosOf = (school: School): readonly Todo[] => [
  opening(school),
  appointing(school),
  {
    title: t('Add its mail domains'),
    isDone: school.emailDomains.length > 0,
    detail:
      school.emailDomains.length > 0
        ? html`<p class="soft"><bdi>${school.emailDomains.join(', ')}</bdi></p>`
        : html`<p class="soft">${t('People with a confirmed address there belong to the school.')} <a href="#domains">${t('Enter mail domains')}</a></p>`,
  },
  {
    title: t('Choose its sign-in methods'),
    isDone: school.setup.hasSignInRules,
    detail: html`<p class="soft">${school.setup.hasSignInRules ? '' : t('Until then, anyone can join, by any sign-in method.')} <a href="${site(school, '/admin?part=door')}">${t('Sign-in rules')}</a> &middot; <a href="${site(school, '/admin?part=sign-in')}">${t('Identity provider')}</a></p>`,
  },
  {
    title: t('Check its language and time zone'),
    isDone: school.locale !== undefined,
    detail: html`<p class="soft">${localeName(school.locale ?? defaultLocale)} &middot; ${school.timezone}</p>`,
  },
]

/** What a school still needs before people use it, the first open step marked. */
export const setupSection = (school: School): Html => {
  const todos = todosOf(school)
  const at = todos.findIndex(({ isDone }) => !isDone)
  if (at < 0) return html``
  const list = steps(
    todos.map(
      ({ title, isDone, detail }, index): Step => ({
        title,
        detail,
        state: isDone ? 'done' : index === at ? 'now' : 'next',
      }),
    ),
  )
  // The language of an American school may stay as it is.
  return todos.slice(0, -1).every(({ isDone }) => isDone)
    ? collapsible(t('What comes next'), list)
    : html`<section class="card stack"><h2>${t('What comes next')}</h2>${list}</section>`
}
