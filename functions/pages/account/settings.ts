import { ask, type PageContext } from '../ask.ts'
import { html } from '../layout/html.ts'
import { pageOf } from '../layout/layout.ts'
import { face } from '../layout/parts.ts'
import { refusedPage } from '../layout/refused.ts'

/** Who the reader is here, and how to leave. */
export const showSettings = async (
  { said }: { readonly said?: string | undefined },
  context: PageContext,
) => {
  const heard = await ask(context, 'auth', 'validateToken', {})
  if (!heard.ok) return refusedPage(context, heard.refusal)
  const { user } = heard.value
  const body = html`<div class="stack-l"><h1>Your account</h1>
${
  user === null
    ? html`<section class="card stack"><p>You are signed in as a guest of this school.</p><form method="post" action="/join"><button class="btn">Join this school</button></form></section>`
    : html`<section class="card stack"><div class="row">${face(user.name, user.picture)}<div><h2><bdi>${user.name}</bdi></h2><p class="soft">@<bdi>${user.username}</bdi></p></div></div><p><bdi>${user.email}</bdi> ${user.emailVerified ? html`<span class="tag good">confirmed</span>` : html`<span class="tag warn">not confirmed</span>`}</p>${user.emailVerified ? '' : html`<p><a class="btn plain" href="/verify-email?next=/settings">Confirm this address</a></p>`}</section>`
}
<form method="post" action="/sign-out"><button class="btn plain">Sign out on this device</button></form></div>`
  return pageOf(context, { title: 'Your account', body, place: 'account', narrow: true, said })
}
