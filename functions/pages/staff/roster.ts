import { decodeCsv } from '../../../lib/csv.ts'
import type { UploadedFile } from '../../../lib/operation.ts'
import { ask, type PageContext, type Sent } from '../ask.ts'
import { dayWords } from '../layout/dates.ts'
import { choice, type Filled, hidden, lines, refusedForm } from '../layout/forms.ts'
import * as page from '../layout/page.ts'
import { type Html, html, plural } from '../layout/page.ts'
import { type PartOf, staffPage, staffPath } from './staff.ts'

/** An uploaded list. */
export type Uploaded = { readonly files: { readonly file?: UploadedFile } }

const modes = [
  ['add', 'Add these addresses to the roster'],
  ['replace', 'Replace the roster with these addresses'],
  ['remove', 'Remove these addresses from the roster'],
] as const
const here = `${staffPath}?part=roster`

const requestOf = ({ mode, list }: Filled['values']) => ({
  mode: modes.find(([name]) => name === mode)?.[0] ?? 'add',
  csv: list,
})

const sending = (inside: Html): Html =>
  html`<form class="card stack" method="post" action="${staffPath}" enctype="multipart/form-data">${inside}</form>`

/** Carries the list in a hidden field, because a page without scripts cannot send a file twice. */
const going = (
  { mode = '', list = '' }: Filled['values'],
  seen: string,
  changes: Html,
  label: string,
): Html =>
  sending(
    html`<section class="stack" role="status">${changes}</section>${hidden('mode', mode)}${hidden('csv', list)}${hidden('seen', seen)}<div class="row"><button class="btn" name="do" value="roster-save">${label}</button><a class="btn plain" href="${here}">Start over</a></div>`,
  )

const choosing = (filled: Filled): Html =>
  sending(
    html`<h2>Change the roster</h2><div>${choice(filled, 'mode', 'What to do with the addresses', modes)}<div class="field"><label for="file">A file (optional)</label><span class="hint" id="file-hint">A CSV file with one email address in each row, in the column named email or else in the first column.</span><input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/*" aria-describedby="file-hint"></div>${lines(filled, { name: 'csv', label: 'Or paste addresses', optional: true, longest: 200_000, hint: 'One address in each line.' })}</div><p class="soft">You see a preview before anything changes. To save, you need to have used your second factor in the last fifteen minutes: <a href="${page.proofAddress(here, 'factor')}">use it now</a>.</p><button class="btn" name="do" value="roster-ask">Preview changes</button>`,
  )

/** How many people the list lets join and how many it stops. It is saved from here. */
const preview = async (values: Filled['values'], context: PageContext): Promise<Html> => {
  const heard = await ask(context, 'operators', 'previewRoster', requestOf(values))
  if (!heard.ok) return html`${refusedForm({ values, refusal: heard.refusal }, [])}${choosing({ values })}`
  const { added, removed, kept, total, wrong, wrongEmails, seen } = heard.value
  const told = html`<h2>Preview</h2><ul class="stack-s"><li><strong>${plural(added, 'address', 'addresses')}</strong> can join.</li><li><strong>${plural(removed, 'address', 'addresses')}</strong> can no longer join. Members stay members: nobody is locked out.</li><li>${kept} do not change. The roster then has ${plural(total, 'address', 'addresses')}.</li></ul>${wrong > 0 ? html`<p class="tell warn">Skipped ${plural(wrong, 'row', 'rows')} without a valid address, such as ${wrongEmails.slice(0, 5).map((one) => html`<code>${one}</code> `)}</p>` : ''}`
  return going(values, seen, told, 'Save changes')
}

/** Replaces the form once a list was sent: the preview, or how many changes remain. */
const sentPart = ({ values, refusal }: Filled, context: PageContext): Html | Promise<Html> => {
  if (!values.do?.startsWith('roster-') || (refusal && refusal.status !== 409)) return choosing({ values })
  const { list, left, seen = '' } = values
  if (list?.trim() === '')
    return html`<p class="tell bad" role="alert">Choose a file, or paste addresses.</p>${choosing({ values })}`
  if (left === undefined) return preview(values, context)
  const told = html`<p class="tell warn">${plural(Number(left), 'change remains', 'changes remain')}. Each step makes 2,000.</p>`
  return going(values, seen, told, 'Continue')
}

/** The roster of addresses that may join the school: search, size, and changes by a list. */
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
  return html`<p class="tell ${rules ? 'good' : 'warn'}">${rules ? 'Only people on this roster, and people of your identity provider, can become members.' : 'The roster has no effect yet: your sign-in rules let other people join too.'} <a href="${staffPath}?part=door">Sign-in rules</a></p>${await sentPart(filled, context)}${page.searchForm(staffPath, 'Complete email address', typed, 'roster')}<p class="soft num">${plural(total, 'address', 'addresses')} on the roster</p>${page.listed(
    entries.map(
      ({ email, addedAt }) =>
        html`<li><div><bdi>${email}</bdi></div><span class="soft">since ${dayWords(addedAt, zone)}</span></li>`,
    ),
    typed
      ? ['This address is not on the roster', 'Search for the complete address.']
      : ['The roster is empty', 'Upload a list to add people.'],
  )}${page.further(here, cursor)}`
}

/** Bytes that cannot be read are passed on, so that the preview lists them as wrong. */
const textOf = (bytes: Uint8Array): string => {
  try {
    return decodeCsv(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Shows what a list changes, or makes as many changes as one request may and leads to the next. */
export const changeRoster = async ({ files, ...sent }: Sent & Uploaded, context: PageContext) => {
  const bytes = files.file?.bytes ?? new Uint8Array()
  const values = { ...sent, list: bytes.length > 0 ? textOf(bytes) : (sent.csv ?? '') }
  const asked = { part: 'roster' }
  if (sent.do === 'roster-ask') return staffPage(asked, { values }, context)
  const heard = await ask(context, 'operators', 'saveRoster', { ...requestOf(values), seen: sent.seen ?? '' })
  const refusal = heard.ok ? undefined : heard.refusal
  if (refusal && page.isOfPage(refusal)) return page.refusedPage(context, refusal, here)
  const left = heard.ok ? heard.value.changesLeft : undefined
  if (left === 0) return page.onwardTo(here, 'saved')
  return staffPage(asked, { values: { ...values, left: left?.toString() }, refusal }, context)
}
