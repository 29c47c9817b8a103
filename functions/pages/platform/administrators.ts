import { type AreaAction, adminPage, adminPath, partPath } from '../admin/admin.ts'
import { addressDoubt, confirmation } from '../admin/confirmation.ts'
import { type Answer, call, type FormInput, operation, type PageContext, readerOf } from '../call.ts'
import { dayWords } from '../layout/dates.ts'
import { type Filled, field, hidden } from '../layout/forms.ts'
import {
  emailWords,
  face,
  type Html,
  html,
  isOfPage,
  listed,
  menu,
  menuLink,
  refusedPage,
} from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import type { PlatformPartOf } from './platform.ts'

type Administrator = Answer<'admins', 'listPlatformAdmins'>['admins'][number]

const part = 'administrators'
const unknownAddress = msg('No account has this address. Ask the person to create one first.')
const nameOf = ({ name, email, globalUserId }: Administrator): string => name ?? email ?? globalUserId

const item = (person: Administrator, zone: string, isReader: boolean): Html => {
  const { globalUserId: id, email, picture, roles, addedAt } = person
  const name = nameOf(person)
  return html`<li>${face(name, picture)}<div class="stack-s"><strong><bdi>${name}</bdi></strong><span class="soft">${email ? html`${emailWords(email)} &middot; ` : ''}${t('since {date}', { date: dayWords(addedAt, zone) })}</span></div>${roles.includes('root') ? html`<span class="tag">${t('Root')}</span>` : ''}${isReader ? html`<span class="tag">${t('You')}</span>` : menu([menuLink(partPath(part, { id, confirm: 'remove' }), t('Remove {name}', { name }))], t('More actions for {name}', { name }))}</li>`
}

/** Asks before a person may manage every school. */
const addQuestion = ({ id = '', email = '', name = '', emailVerified }: Filled['values']): Html => {
  const person = html`<bdi>${name}</bdi>`
  const rights = t(
    '{name} ({email}) can then manage the platform and read and change everything of every school, including who administers it.',
    { name: person, email: emailWords(email) },
  )
  return confirmation({
    title: t('Make {name} a platform administrator?', { name: person }),
    consequence: emailVerified === 'true' ? rights : html`${rights} ${addressDoubt(name, email)}`,
    button: t('Add administrator'),
    carried: { do: 'platform-admin-add', id, named: name },
    back: partPath(part),
    danger: false,
  })
}

/** People who run the platform. */
export const administratorsPart: PlatformPartOf = async ({ query, filled, zone }, context) => {
  const result = await call(context, 'admins', 'listPlatformAdmins', {})
  if (!result.ok) return result
  const { admins } = result.value
  const leaving =
    query.confirm === 'remove' ? admins.find(({ globalUserId }) => globalUserId === query.id) : undefined
  const asking = leaving
    ? confirmation({
        title: t('Remove {name} as platform administrator?', { name: html`<bdi>${nameOf(leaving)}</bdi>` }),
        consequence: t(
          '{name} can no longer open this console or administer any school, and is signed out everywhere at once. The account and its schools stay.',
          { name: html`<bdi>${nameOf(leaving)}</bdi>` },
        ),
        button: t('Remove administrator'),
        carried: { do: 'platform-admin-remove', id: leaving.globalUserId, named: nameOf(leaving) },
        back: partPath(part),
      })
    : ''
  const { do: action } = filled.values
  const own: Filled = action?.startsWith('platform-admin-a') ? filled : { values: {} }
  const list = listed(
    admins.map((person) => item(person, zone, person.globalUserId === readerOf(context))),
    [t('No administrators'), t('Add one below.')],
  )
  const emailField = field(own, {
    name: 'email',
    label: t('Email address'),
    type: 'email',
    longest: 254,
    hint: t('Of an existing account, at any school.'),
  })
  return {
    about: t('They manage the platform and every school.'),
    body:
      action === 'platform-admin-ask' && !filled.refusal
        ? html`${addQuestion(filled.values)}${list}`
        : html`${asking}${list}<form class="card stack" method="post" action="${adminPath}"><h2>${t('Add an administrator')}</h2>${hidden('do', 'platform-admin-ask')}${emailField}<button class="btn">${t('Add administrator')}</button></form>`,
  }
}

/** Finds the person to add. A refusal is reported at the field of the address, with what to do. */
const findCandidate = async (email: string, context: PageContext) => {
  const result = await call(context, 'admins', 'addPlatformAdmin', { email, preview: true })
  if (result.ok) return result
  const { refusal } = result
  if (refusal.code === 'USER_NOT_FOUND')
    return { ok: false as const, refusal: { ...refusal, field: 'email', message: unknownAddress } }
  return refusal.code === 'EMAIL_NOT_VERIFIED'
    ? { ok: false as const, refusal: { ...refusal, field: 'email' } }
    : result
}

/** Asks whether to add the person with this address, by their name, or says why they cannot be added. */
export const askToAdd = async (input: FormInput, context: PageContext) => {
  const found = await findCandidate(input.email ?? '', context)
  if (!found.ok) {
    const { refusal } = found
    if (isOfPage(refusal)) return refusedPage(context, refusal, partPath(part))
    return adminPage({ part }, { values: input, refusal }, context)
  }
  const { globalUserId: id, email, name, emailVerified } = found.value
  const values = { ...input, id, email, name, emailVerified: String(emailVerified) }
  return adminPage({ part }, { values }, context)
}

export const platformActions: Readonly<Record<string, AreaAction>> = {
  'platform-admin-add': {
    part,
    done: 'platform-admin-added',
    // By id: the address may belong to another person by now.
    run: operation('admins', 'addPlatformAdmin', ({ id = '' }) => ({ globalUserId: id })),
  },
  'platform-admin-remove': {
    part,
    done: 'platform-admin-removed',
    run: operation('admins', 'removePlatformAdmin', ({ id = '' }) => ({ globalUserId: id })),
  },
}
