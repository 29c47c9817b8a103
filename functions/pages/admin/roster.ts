import { decodeCsv } from '../../../lib/csv.ts'
import type { UploadedFile } from '../../../lib/operation.ts'
import { call, type FormInput, type PageContext } from '../call.ts'
import { dayWords } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm, select, textArea } from '../layout/forms.ts'
import * as page from '../layout/page.ts'
import { type Html, html, plural } from '../layout/page.ts'
import { adminPage, adminPath, type PartOf } from './admin.ts'

/** An uploaded list. */
export type Uploaded = { readonly files: { readonly file?: UploadedFile } }

const modes = [
  ['add', 'Add these addresses to the roster'],
  ['replace', 'Replace the roster with these addresses'],
  ['remove', 'Remove these addresses from the roster'],
] as const
const here = `${adminPath}?part=roster`

const requestOf = ({ mode, list }: Filled['values']) => ({
  mode: modes.find(([name]) => name === mode)?.[0] ?? 'add',
  csv: list,
})

const sending = (inside: Html): Html =>
  html`<form class="card stack" method="post" action="${adminPath}" enctype="multipart/form-data">${inside}</form>`

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
    html`<h2>Change the roster</h2><div>${select(filled, 'mode', 'What to do with the addresses', modes)}<div class="field"><label for="file">A file (optional)</label><span class="hint" id="file-hint">A CSV file with one email address in each row, in the column named email or else in the first column.</span><input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/*" aria-describedby="file-hint"></div>${textArea(filled, { name: 'csv', label: 'Or paste addresses', optional: true, longest: 200_000, hint: 'One address in each line.' })}</div><p class="soft">You see a preview before anything changes. To save, you need to have used your second factor in the last fifteen minutes: <a href="${page.proofAddress(here, 'factor')}">use it now</a>.</p><button class="btn" name="do" value="roster-ask">Preview changes</button>`,
  )

/** How many people the list lets join and how many it stops. It is saved from here. */
const preview = async (values: Filled['values'], context: PageContext): Promise<Html> => {
  const result = await call(context, 'operators', 'previewRoster', requestOf(values))
  if (!result.ok) return html`${refusedForm({ values, refusal: result.refusal }, [])}${choosing({ values })}`
  const { added, removed, kept, total, wrong, wrongEmails, seen } = result.value
  const reply = html`<h2>Preview</h2><ul class="stack-s"><li><strong>${plural(added, 'address', 'addresses')}</strong> can join.</li><li><strong>${plural(removed, 'address', 'addresses')}</strong> can no longer join. Members stay members: nobody is locked out.</li><li>${kept} do not change. The roster then has ${plural(total, 'address', 'addresses')}.</li></ul>${wrong > 0 ? html`<p class="tell warn">Skipped ${plural(wrong, 'row', 'rows')} without a valid address, such as ${wrongEmails.slice(0, 5).map((one) => html`<code>${one}</code> `)}</p>` : ''}`
  return going(values, seen, reply, 'Save changes')
}

/** Replaces the form once a list was sent: the preview, or how many changes remain. */
const sentPart = ({ values, refusal }: Filled, context: PageContext): Html | Promise<Html> => {
  if (!values.do?.startsWith('roster-') || (refusal && refusal.status !== 409)) return choosing({ values })
  const { list, left, seen = '' } = values
  if (list?.trim() === '')
    return html`<p class="tell bad" role="alert">Choose a file, or paste addresses.</p>${choosing({ values })}`
  if (left === undefined) return preview(values, context)
  const reply = html`<p class="tell warn">${plural(Number(left), 'change remains', 'changes remain')}. Each step makes 2,000.</p>`
  return going(values, seen, reply, 'Continue')
}

/** The roster of addresses that may join the school: search, size, and changes by a list. */
export const rosterPart: PartOf = async ({ query, filled, zone }, context) => {
  const typed = (query.search ?? '').trim()
  const given = { limit: '50', email: typed || undefined, cursor: query.cursor }
  const [result, door] = await Promise.all([
    call(context, 'operators', 'listRoster', given),
    call(context, 'operators', 'getDoor', {}),
  ])
  if (!result.ok) return result
  const { entries, total, cursor } = result.value
  const rules = door.ok && door.value.newMembers === 'rostered'
  return html`<p class="tell ${rules ? 'good' : 'warn'}">${rules ? 'Only people on this roster, and people of your identity provider, can become members.' : 'The roster has no effect yet: your sign-in rules let other people join too.'} <a href="${adminPath}?part=door">Sign-in rules</a></p>${await sentPart(filled, context)}${page.searchForm(adminPath, 'Complete email address', typed, 'roster')}<p class="soft num">${plural(total, 'address', 'addresses')} on the roster</p>${page.listed(
    entries.map(
      ({ email, addedAt }) =>
        html`<li><div><bdi>${email}</bdi></div><span class="soft">since ${dayWords(addedAt, zone)}</span></li>`,
    ),
    typed
      ? ['This address is not on the roster', 'Search for the complete address.']
      : ['The roster is empty', 'Upload a list to add people.'],
  )}${page.nextPageLink(here, cursor)}`
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
export const changeRoster = async ({ files, ...input }: FormInput & Uploaded, context: PageContext) => {
  const bytes = files.file?.bytes ?? new Uint8Array()
  const values = { ...input, list: bytes.length > 0 ? textOf(bytes) : (input.csv ?? '') }
  const query = { part: 'roster' }
  if (input.do === 'roster-ask') return adminPage(query, { values }, context)
  const result = await call(context, 'operators', 'saveRoster', {
    ...requestOf(values),
    seen: input.seen ?? '',
  })
  const refusal = result.ok ? undefined : result.refusal
  if (refusal && page.isOfPage(refusal)) return page.refusedPage(context, refusal, here)
  const left = result.ok ? result.value.changesLeft : undefined
  if (left === 0) return page.redirectTo(here, 'saved')
  return adminPage(query, { values: { ...values, left: left?.toString() }, refusal }, context)
}
