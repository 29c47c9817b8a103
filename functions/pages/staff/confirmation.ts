import { hidden } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { staffPath } from './staff.ts'

type Confirmation = {
  /** A question that names the object, such as "Suspend Ada Lovelace?". */
  readonly title: Html | string
  readonly consequence: Html | string
  /** Verb and noun. */
  readonly button: string
  readonly carried: Readonly<Record<string, string>>
  /** Page that "Cancel" leads to. */
  readonly back: string
  readonly fields?: Html | string
  readonly danger?: boolean
}

/** Asks before a change that affects people: it names the object and the consequence. Nothing is changed until it is sent. */
export const confirmation = ({
  title,
  consequence,
  button,
  carried,
  back,
  fields = '',
  danger = true,
}: Confirmation): Html =>
  html`<section class="card stack" aria-labelledby="confirm"><h2 id="confirm">${title}</h2><p>${consequence}</p><form class="stack" method="post" action="${staffPath}">${Object.entries(carried).map(([name, value]) => hidden(name, value))}${fields}<div class="row"><button class="btn ${danger ? 'bad' : ''}">${button}</button><a class="btn plain" href="${back}">Cancel</a></div></form></section>`
