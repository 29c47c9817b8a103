import { call, type PageContext, type PageInput, type Refusal } from '../call.ts'
import { type Filled, field, hidden, ownerOf, refusedForm } from '../layout/forms.ts'
import {
  accountPage,
  guardedLink,
  type Html,
  html,
  isOfPage,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { t } from '../locale.ts'

const path = '/settings/data'

/** A browser would save a refusal as the download. So people with a factor confirm their identity first. */
const download = (context: PageContext): Html => {
  const href = guardedLink(context, { consequence: 'personal-export', href: '/my-data', page: path })
  return href === '/my-data'
    ? html`<a class="btn plain" href="${href}" download="my-data.json">${t('Download your data')}</a>`
    : html`<a class="btn plain" href="${href}">${t('Confirm your identity to download your data')}</a>`
}

const dataPage = async (context: PageContext, refusal?: Refusal) => {
  const reader = await call(context, 'auth', 'validateToken', {})
  if (!reader.ok) return refusedPage(context, reader.refusal)
  const filled: Filled = { values: {}, refusal }
  const about = t(
    'This deletes your account here with your registrations, memberships and answers. Leaving your last school deletes your whole account. This cannot be undone.',
  )
  const password = field(
    { values: {} },
    {
      name: 'password',
      label: t('Your password'),
      type: 'password',
      autocomplete: 'current-password',
      longest: 1024,
      optional: true,
      hint: t(
        'If you signed in a while ago, enter it. Leave it empty if you signed in just now or have a second factor.',
      ),
    },
  )
  const sure = html`<label class="pick"><input type="checkbox" name="sure" value="yes" required> <span>${t('Yes, delete my account at this school')}</span></label>`
  const form = html`<form class="stack" method="post" action="/settings/data" data-leaves>${refusedForm(filled, [])}${hidden('do', 'delete')}${ownerOf(reader.value.user?.email)}${password}${sure}<button class="btn bad">${t('Delete account')}</button></form>`
  const body = html`<div class="stack-l"><h1>${t('Your data')}</h1>
<section class="stack"><h2>${t('Download your data')}</h2><p>${t('Everything that is stored about you, at all your schools, in one file. You can download it five times a day.')}</p><p>${download(context)}</p></section>
<section class="card stack"><h2>${t('Delete account')}</h2><p>${about}</p>${form}</section>
<p><a href="/settings">${t('Back to your account')}</a></p></div>`
  return accountPage(context, { title: t('Your data'), body, refusal, script: 'leaving.js' })
}

export const showOwnData = (_: unknown, context: PageContext) => dataPage(context)

/** Deletes the reader's account at this school after a second confirmation. */
export const leaveByForm = async ({ password }: PageInput<'leaveByForm'>, context: PageContext) => {
  const result = await call(context, 'users', 'deleteAccount', password ? { password } : {})
  if (result.ok) return redirectTo('/', 'deleted')
  const { refusal } = result
  return isOfPage(refusal) ? refusedPage(context, refusal) : dataPage(context, refusal)
}
