import { decodeCsv } from '../../../lib/csv.ts'
import type { UploadedFile } from '../../../lib/operation.ts'
import { ask, type PageContext, type Sent } from '../ask.ts'
import { dayWords } from '../layout/dates.ts'
import { choice, type Filled, hidden, lines, refusedForm } from '../layout/forms.ts'
import * as page from '../layout/page.ts'
import { type Html, html, plural } from '../layout/page.ts'
import { type PartOf, staffPage, staffPath } from './staff.ts'

/** A list that came as a file. */
export type Uploaded = { readonly files: { readonly file?: UploadedFile } }

const modes = [
  ['add', 'Add them to the roster'],
  ['replace', 'Have these alone on the roster'],
  ['remove', 'Take them off the roster'],
] as const
const here = `${staffPath}?part=roster`

const wantedIn = ({ mode, list }: Filled['values']) => ({
  mode: modes.find(([name]) => name === mode)?.[0] ?? 'add',
  csv: list,
})

const sending = (inside: Html): Html =>
  html`<form class="card stack" method="post" action="${staffPath}" enctype="multipart/form-data">${inside}</form>`

/** The list goes along, since a page without scripts cannot send a file twice. */
const going = ({ mode = '', list = '' }: Filled['values'], seen: string, told: Html, text: string): Html =>
  sending(
    html`<section class="stack" role="status">${told}</section>${hidden('mode', mode)}${hidden('csv', list)}${hidden('seen', seen)}<div class="row"><button class="btn" name="do" value="roster-save">${text}</button><a class="btn plain" href="${here}">Begin anew</a></div>`,
  )

const choosing = (filled: Filled): Html =>
  sending(
    html`<h2>Change it by a list</h2><div>${choice(filled, 'mode', 'What to do with the addresses', modes)}<div class="field"><label for="file">A file (optional)</label><span class="hint" id="file-hint">A table as other systems write it (CSV), with an address in each row: under the heading email, or in the first column.</span><input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/*" aria-describedby="file-hint"></div>${lines(filled, { name: 'csv', label: 'Or the addresses themselves', optional: true, longest: 200_000, hint: 'One in each line.' })}</div><p class="soft">Nothing is changed before you have seen what it does. Saving takes a second factor that was shown within fifteen minutes: <a href="${page.proofAddress(here, 'factor')}">show it now</a>.</p><button class="btn" name="do" value="roster-ask">Show what it changes</button>`,
  )

/** How many may join by the list and how many no longer; it is saved from there. */
const preview = async (values: Filled['values'], context: PageContext): Promise<Html> => {
  const heard = await ask(context, 'operators', 'previewRoster', wantedIn(values))
  if (!heard.ok) return html`${refusedForm({ values, refusal: heard.refusal }, [])}${choosing({ values })}`
  const { added, removed, kept, total, wrong, wrongEmails, seen } = heard.value
  const told = html`<h2>What this changes</h2><ul class="stack-s"><li><strong>${plural(added, 'address', 'addresses')}</strong> may join from then on.</li><li><strong>${plural(removed, 'address', 'addresses')}</strong> can no longer join. Whoever is a member already stays one: nobody is locked out.</li><li>${kept} stay as they are; the roster has ${total} then.</li></ul>${wrong > 0 ? html`<p class="tell warn">${plural(wrong, 'row is', 'rows are')} no address and passed over, such as ${wrongEmails.slice(0, 5).map((one) => html`<code>${one}</code> `)}</p>` : ''}`
  return going(values, seen, told, 'Save, with this consequence')
}

/** What takes the place of the form once a list was sent: what it changes, or how much of that is still to be done. */
const sentPart = ({ values, refusal }: Filled, context: PageContext): Html | Promise<Html> => {
  if (!values.do?.startsWith('roster-') || (refusal && refusal.status !== 409)) return choosing({ values })
  const { list, left, seen = '' } = values
  if (list?.trim() === '')
    return html`<p class="tell bad" role="alert">Choose a file, or paste addresses.</p>${choosing({ values })}`
  if (left === undefined) return preview(values, context)
  const told = html`<p class="tell warn">Not done yet: ${plural(Number(left), 'change is', 'changes are')} still to be made, of which each step makes 2,000.</p>`
  return going(values, seen, told, 'Go on')
}

/** Who may become a member of the school: how many, whether one of them, and lists that change it. */
export const rosterPart: PartOf = async ({ asked, filled, zone }, context) => {
  const typed = (asked.search ?? '').trim()
  const given = { limit: '50', email: typed || undefined, cursor: asked.cursor }
  const [heard, door] = await Promise.all([
    ask(context, 'operators', 'listRoster', given),
    ask(context, 'operators', 'getDoor', {}),
  ])
  if (!heard.ok) return heard
  const { entries, total, cursor } = heard.value
  const rules = door.ok && door.value.newMembers === 'rostered'
  return html`<p class="tell ${rules ? 'good' : 'warn'}">${rules ? 'Who stands here may become a member, and nobody else but people of the identity provider.' : 'The roster decides nothing yet: others become members too.'} <a href="${staffPath}?part=door">Check-in desk</a></p>${await sentPart(filled, context)}${page.searchForm(staffPath, 'A whole address', typed, 'roster')}<p class="soft num">${plural(total, 'address', 'addresses')} on the roster</p>${page.listed(
    entries.map(
      ({ email, addedAt }) =>
        html`<li><div><bdi>${email}</bdi></div><span class="soft">since ${dayWords(addedAt, zone)}</span></li>`,
    ),
    typed
      ? ['It is not on the roster', 'Look for the whole address.']
      : ['Nobody is on the roster', 'A list puts people on it.'],
  )}${page.further(here, cursor)}`
}

/** Bytes that are no table are passed on, so that the preview lists them as wrong. */
const textOf = (bytes: Uint8Array): string => {
  try {
    return decodeCsv(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Shows what a list changes, or makes as many of the changes as one request may and leads on to the next of them. */
export const changeRoster = async ({ files, ...sent }: Sent & Uploaded, context: PageContext) => {
  const bytes = files.file?.bytes ?? new Uint8Array()
  const values = { ...sent, list: bytes.length > 0 ? textOf(bytes) : (sent.csv ?? '') }
  const asked = { part: 'roster' }
  if (sent.do === 'roster-ask') return staffPage(asked, { values }, context)
  const heard = await ask(context, 'operators', 'saveRoster', { ...wantedIn(values), seen: sent.seen ?? '' })
  const refusal = heard.ok ? undefined : heard.refusal
  if (refusal && page.isOfPage(refusal)) return page.refusedPage(context, refusal, here)
  const left = heard.ok ? heard.value.changesLeft : undefined
  if (left === 0) return page.onwardTo(here, 'saved')
  return staffPage(asked, { values: { ...values, left: left?.toString() }, refusal }, context)
}
