import { type Answer, call, type FormInput, type PageContext } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { moment } from '../layout/dates.ts'
import { checkbox, type Filled, hidden, select } from '../layout/forms.ts'
import { empty, type Html, html, proofHint } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { adminPath, type PartOf } from './admin.ts'
import { signInPath } from './sign-in.ts'

const here = `${adminPath}?part=identity`
export const migrationPath = `${adminPath}?part=migration`

/** What people can be known by from one sign-in to the next. */
const identityChoices = [
  ['none', msg('Not chosen: persistent NameID, else student ID, else email address')],
  ['nameId', msg('Persistent NameID')],
  ['studentId', msg('Student ID')],
  ['subjectId', 'subject-id'],
  ['pairwiseId', 'pairwise-id'],
  ['eppn', 'eduPersonPrincipalName'],
  ['email', msg('Email address')],
] as const

const [, ...attributes] = identityChoices

/** The identity attribute that a form chose. Undefined for any other text. */
const chosenIn = ({ identity }: Filled['values']) =>
  identityChoices.find(([value]) => value === identity)?.[0]

/** Whether a form saves the attribute that its page has simulated. */
export const isSimulated = (input: FormInput): boolean =>
  chosenIn(input) !== undefined && input.simulated === input.identity

/** The change of the configuration that a form asks for. */
export const identitySent = (input: FormInput) => {
  const chosen = chosenIn(input)
  return chosen === undefined ? {} : { identityAttribute: chosen === 'none' ? null : chosen }
}

/** A page that needs an identity provider, at a school that has none. */
export const providerMissing = (): Html =>
  empty(t('Set up an identity provider first'), t('People can sign in with it once it is set up.'), {
    href: signInPath,
    text: t('Set up identity provider'),
  })

type Simulation = Answer<'saml', 'previewSamlIdentity'>

/** The count, the tone and the words of each outcome. */
const outcomes = {
  stays: ['stays', 'good', msg('Keeps the account')],
  moves: ['moves', 'good', msg('Keeps the account, moves at the next sign-in')],
  becomes_new: ['becomesNew', 'warn', msg('Gets a new account')],
  refused: ['refused', 'bad', msg('Cannot sign in')],
} as const

const reasons: Readonly<Record<string, string>> = {
  missing: msg('The identity provider did not send the attribute.'),
  multiple: msg('The identity provider sent several values.'),
  transient: msg('The NameID was transient.'),
  unusable: msg('The value cannot be used.'),
  needs_migration: msg('The account belongs to another identifier. List the person in a migration window.'),
  not_linked: msg('The account is not linked to this identity provider.'),
}

/** What becomes of the people who were simulated, this page and the pages before it. */
const totalsIn = (values: Filled['values'], { counts }: Simulation) =>
  Object.values(outcomes).map(([name, , words]) => {
    const before = values.cursor === undefined ? 0 : Number(values[`total-${name}`]) || 0
    return { name: `total-${name}`, count: before + counts[name], words }
  })

const personItem = (
  { name, signedInAt, outcome, reason }: Simulation['people'][number],
  zone: string,
): Html =>
  html`<li><div class="stack-s"><strong><bdi>${name}</bdi></strong><span class="soft">${t('Signed in {time}', { time: moment(signedInAt, zone) })}${reason ? html`. ${t(reasons[reason] ?? reason)}` : ''}</span></div><span class="tag ${outcomes[outcome][1]}">${t(outcomes[outcome][2])}</span></li>`

/** Who signed in within 90 days and what becomes of them; the attribute is saved from there. */
const simulated = async (values: Filled['values'], zone: string, context: PageContext): Promise<Html> => {
  const identity = chosenIn(values) ?? 'none'
  const without = attributes.map(([name]) => name).filter((name) => values[`without-${name}`] === 'yes')
  const result = await call(context, 'saml', 'previewSamlIdentity', {
    identityAttribute: identity,
    without: without.length > 0 ? without.join(',') : undefined,
    cursor: values.cursor,
    limit: '100',
  })
  if (!result.ok) return html`<p class="tell bad" role="alert">${failureMessage(result.refusal)}</p>`
  const { people, warnings, cursor } = result.value
  const nobody =
    cursor || values.cursor
      ? t('Nobody else has signed in within 90 days.')
      : t('Nobody has signed in within 90 days.')
  const totals = totalsIn(values, result.value)
  const listed = people.filter(({ reason }) => reason === 'needs_migration').map(({ id }) => id)
  const migrate = [...(values.cursor ? (values.people ?? '').split(' ') : []), ...listed].filter(Boolean)
  return html`<section class="stack" role="status"><h3>${t('Result')}</h3>${warnings.map((warning) => html`<p class="tell warn">${t(warning)}</p>`)}<ul>${totals.map(({ count, words }) => html`<li>${t(words)}: <strong>${count}</strong></li>`)}</ul>${people.length === 0 ? html`<p class="soft">${nobody}</p>` : html`<ul class="list">${people.map((person) => personItem(person, zone))}</ul>`}${hidden('simulated', identity)}${totals.map(({ name, count }) => hidden(name, String(count)))}${hidden('people', migrate.join(' '))}${cursor ? html`${hidden('cursor', cursor)}<p class="tell warn">${t('More people have signed in within 90 days.')}</p><button class="btn plain" name="do" value="identity-ask">${t('Simulate next people')}</button>` : ''}${migrate.length > 0 ? html`<button class="btn plain" name="do" value="migration-fill">${t('List {count, plural, one {# person} other {# people}} in a migration window', { count: migrate.length })}</button>` : ''}<button class="btn bad" name="do" value="identity-save">${t('Save identity attribute')}</button></section>`
}

/** The identity attribute: who keeps an account by another one is simulated before it is saved (rules/saml 48). */
export const identityPart: PartOf = async ({ filled, zone }, context) => {
  const known = await call(context, 'saml', 'getSamlConfig', {})
  if (!known.ok) return known.refusal.status === 404 ? providerMissing() : known
  const { identityAttribute } = known.value
  const isSent = filled.values.do?.startsWith('identity-') === true
  const values = isSent ? filled.values : { identity: identityAttribute ?? 'none' }
  const shown = isSent && !filled.refusal ? await simulated(values, zone, context) : ''
  const changed =
    values.do === 'identity-save' && !filled.refusal
      ? html`<p class="tell warn" role="alert">${t('Nothing is saved yet. Check the result for this attribute first, then save.')}</p>`
      : ''
  const now = identityChoices.find(([value]) => value === (identityAttribute ?? 'none'))?.[1] ?? ''
  const chosen = html`<strong>${t(now)}</strong>`
  return html`<p class="row"><a href="${signInPath}">${t('Identity provider')}</a><a href="${migrationPath}">${t('Migration window')}</a></p><form class="card stack" method="post" action="${adminPath}"><button class="vh" name="do" value="identity-ask" tabindex="-1" aria-hidden="true">${t('Simulate change')}</button><h2>${t('Change the identity attribute')}</h2><p>${t('People are known by: {attribute}. Simulate a change before you save it. The simulation takes the sign-ins of the last 90 days and changes nothing.', { attribute: chosen })}</p>${select({ values }, 'identity', t('Identity attribute'), translateChoices(identityChoices))}<fieldset><legend>${t('Attributes that your identity provider will stop sending (optional)')}</legend>${attributes.map(([name, text]) => checkbox({ values }, `without-${name}`, t(text)))}</fieldset>${proofHint(context, here)}<button class="btn" name="do" value="identity-ask">${t('Simulate change')}</button>${changed}${shown}</form>`
}
