import { decodeCsv } from '../../../lib/csv.ts'
import type { UploadedFile } from '../../../lib/operation.ts'
import { call, type FormInput, type PageContext } from '../call.ts'
import { dayWords } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm, select, textArea } from '../layout/forms.ts'
import * as page from '../layout/page.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { adminPage, adminPath, type PartOf } from './admin.ts'

/** An uploaded list. */
export type Uploaded = { readonly files: { readonly file?: UploadedFile } }

const modes = [
  ['add', msg('Add these addresses to the roster')],
  ['replace', msg('Replace the roster with these addresses')],
  ['remove', msg('Remove these addresses from the roster')],
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
    html`<section class="stack" role="status">${changes}</section>${hidden('mode', mode)}${hidden('csv', list)}${hidden('seen', seen)}<div class="row"><button class="btn" name="do" value="roster-save">${label}</button><a class="btn plain" href="${here}">${t('Start over')}</a></div>`,
  )

const choosing = (filled: Filled, context: PageContext): Html => {
  const csvField = textArea(filled, {
    name: 'csv',
    label: t('Or paste addresses'),
    isRequired: false,
    longest: 200_000,
    hint: t('One address in each line.'),
  })
  return sending(
    html`<h2>${t('Change the roster')}</h2><div>${select(filled, 'mode', t('What to do with the addresses'), translateChoices(modes))}<div class="field"><label for="file">${t('A file')}</label><span class="hint" id="file-hint">${t('A CSV file with one email address in each row, in the column named email or else in the first column.')}</span><input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/*" aria-describedby="file-hint"></div>${csvField}</div><p class="soft">${t('You see a preview before anything changes.')}</p>${page.proofHint(context, here)}<button class="btn" name="do" value="roster-ask">${t('Preview changes')}</button>`,
  )
}

/** How many people the list lets join and how many it stops. It is saved from here. */
const preview = async (values: Filled['values'], context: PageContext): Promise<Html> => {
  const result = await call(context, 'operators', 'previewRoster', requestOf(values))
  if (!result.ok)
    return html`${refusedForm({ values, refusal: result.refusal }, [])}${choosing({ values }, context)}`
  const { added, removed, kept, total, wrong, wrongEmails, seen } = result.value
  const lines = [
    t('{count, plural, one {# address} other {# addresses}} can join.', { count: added }),
    t(
      '{count, plural, one {# address} other {# addresses}} can no longer join. Members stay members: nobody is locked out.',
      { count: removed },
    ),
    t(
      '{kept, plural, one {# does not change.} other {# do not change.}} The roster then has {total, plural, one {# address} other {# addresses}}.',
      { kept, total },
    ),
  ]
  const examples = html`${wrongEmails.slice(0, 5).map((one) => html`<code>${one}</code> `)}`
  const skipped = t(
    'Skipped {count, plural, one {# row} other {# rows}} without a valid address, such as {examples}',
    { count: wrong, examples },
  )
  const reply = html`<h2>${t('Preview')}</h2><ul class="stack-s">${lines.map((line) => html`<li>${line}</li>`)}</ul>${wrong > 0 ? html`<p class="tell warn">${skipped}</p>` : ''}`
  return going(values, seen, reply, t('Save changes'))
}

/** Replaces the form once a list was sent: the preview, or how many changes remain. */
const sentPart = ({ values, refusal }: Filled, context: PageContext): Html | Promise<Html> => {
  if (!values.do?.startsWith('roster-') || (refusal && refusal.status !== 409))
    return choosing({ values }, context)
  const { list, left, seen = '' } = values
  if (list?.trim() === '')
    return html`<p class="tell bad" role="alert">${t('Choose a file, or paste addresses.')}</p>${choosing({ values }, context)}`
  if (left === undefined) return preview(values, context)
  const reply = html`<p class="tell warn">${t('{count, plural, one {# change remains.} other {# changes remain.}} Each step makes 2,000.', { count: Number(left) })}</p>`
  return going(values, seen, reply, t('Continue'))
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
  return html`<p class="tell ${rules ? 'good' : 'warn'}">${rules ? t('Only people on this roster, and people of your identity provider, can become members.') : t('The roster has no effect yet: your sign-in rules let other people join too.')} <a href="${adminPath}?part=door">${t('Sign-in rules')}</a></p>${await sentPart(filled, context)}${page.searchForm(adminPath, t('Complete email address'), typed, 'roster')}<p class="soft num">${t('{count, plural, one {# address} other {# addresses}} on the roster', { count: total })}</p>${page.listed(
    entries.map(
      ({ email, addedAt }) =>
        html`<li><div><bdi>${email}</bdi></div><span class="soft">${t('since {date}', { date: dayWords(addedAt, zone) })}</span></li>`,
    ),
    typed
      ? [t('This address is not on the roster'), t('Search for the complete address.')]
      : [t('The roster is empty'), t('Upload a list to add people.')],
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
  if (left === 0) return page.redirectTo(here, 'roster-saved')
  return adminPage(query, { values: { ...values, left: left?.toString() }, refusal }, context)
}
