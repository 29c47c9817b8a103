import type { Answer, PageContext } from '../ask.ts'
import type { EventPage } from '../event/event.ts'
import { agoWords } from '../layout/dates.ts'
import { type Filled, field, hidden, lines, refusedForm, tick } from '../layout/forms.ts'
import { type Html, html, written } from '../layout/page.ts'

type Told = Answer<'announcements', 'listAnnouncements'>['announcements'][number]

/** Messages to attendees, and the form for a new one. */
export const newsSection = (
  event: EventPage,
  announcements: readonly Told[],
  filled: Filled,
  context: PageContext,
): Html => {
  const own: Filled = filled.values.do === 'announce' ? filled : { values: { mail: 'yes', inbox: 'yes' } }
  return html`<section class="stack" id="message"><h2>Message attendees</h2><form class="card stack" method="post" action="/event/${event._id}/dashboard">${hidden('do', 'announce')}${refusedForm(own, ['subject', 'content'])}<div>${field(own, { name: 'subject', label: 'Subject', longest: 200, optional: true })}${lines(own, { name: 'content', label: 'Words', longest: 2000 })}</div><fieldset><legend>How</legend>${tick(own, 'inbox', 'In their inbox')}${tick(own, 'mail', 'By mail')}</fieldset><button class="btn">Send it</button></form>${
    announcements.length === 0
      ? ''
      : html`<ul class="list">${announcements.map(({ subject, content, createdAt, authorId }) => html`<li><div class="stack-s">${subject ? html`<h3><bdi>${subject}</bdi></h3>` : ''}${written(content)}<small><bdi>${authorId.name}</bdi>, <time datetime="${createdAt}">${agoWords(createdAt, context.now())}</time></small></div></li>`)}</ul>`
  }</section>`
}
