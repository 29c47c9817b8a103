import { ask, type Given, type PageContext, type Refusal } from '../ask.ts'
import { type Filled, field, hidden, ownerOf, refusedForm } from '../layout/forms.ts'
import { accountPage, guardedLink, type Html, html, isOfPage, onwardTo, refusedPage } from '../layout/page.ts'

const path = '/settings/data'

/** The browser saves whatever a download answers, a refusal too: people with a factor show it before. */
const download = (context: PageContext): Html => {
  const href = guardedLink(context, { consequence: 'personal-export', href: '/my-data', page: path })
  return href === '/my-data'
    ? html`<a class="btn plain" href="${href}" download="my-data.json">Download it</a>`
    : html`<a class="btn plain" href="${href}">Confirm that it is you to download it</a>`
}

const dataPage = async (context: PageContext, refusal?: Refusal) => {
  const who = await ask(context, 'auth', 'validateToken', {})
  if (!who.ok) return refusedPage(context, who.refusal)
  const filled: Filled = { values: {}, refusal }
  const body = html`<div class="stack-l"><h1>Your data</h1>
<section class="stack"><h2>What is known about you</h2><p>Everything that is held about you, at all your schools, as one document. You can ask for it five times a day.</p><p>${download(context)}</p></section>
<section class="card stack"><h2>Leave this school</h2><p>Your account here is deleted: your seats, memberships and answers go with it. With your last school the whole account goes. This cannot be taken back.</p><form class="stack" method="post" action="/settings/data" data-leaves>${refusedForm(filled, [])}${hidden('do', 'delete')}${ownerOf(who.value.user?.email)}${field({ values: {} }, { name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password', longest: 1024, optional: true, hint: 'Not needed right after you signed in, or if you have a second factor.' })}<label class="pick"><input type="checkbox" name="sure" value="yes" required> <span>Yes, delete my account at this school</span></label><button class="btn bad">Delete my account</button></form></section>
<p><a href="/settings">Back to your account</a></p></div>`
  return accountPage(context, { title: 'Your data', body, refusal, script: 'leaving.js' })
}

export const showOwnData = (_: unknown, context: PageContext) => dataPage(context)

/** Deletes the account at this school, for whoever has said so twice. */
export const leaveByForm = async ({ password }: Given<'leaveByForm'>, context: PageContext) => {
  const heard = await ask(context, 'users', 'deleteAccount', password ? { password } : {})
  if (heard.ok) return onwardTo('/', 'deleted')
  const { refusal } = heard
  return isOfPage(refusal) ? refusedPage(context, refusal) : dataPage(context, refusal)
}
