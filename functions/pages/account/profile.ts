import { type Answer, call, type Files, type FormInput, type PageContext } from '../call.ts'
import { atPictureField, chosenFiles, chosenNames, fileForm, pictureField } from '../layout/files.ts'
import {
  codeField,
  codeIn,
  type Filled,
  field,
  hidden,
  nothingFilled,
  refusedForm,
  textArea,
  unsavedMark,
} from '../layout/forms.ts'
import {
  accountPage,
  collapsible,
  confirmedAction,
  emptyPage,
  face,
  type Html,
  html,
  isOfPage,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { t } from '../locale.ts'
import { settingsFrame, settingsPart, settingsPath } from './frame.ts'

type Self = NonNullable<Answer<'auth', 'validateToken'>['user']>

/** What a form of this part sent, and the address that a code was just mailed to. */
type Shown = { readonly filled?: Filled; readonly done?: string | undefined; readonly mailedTo?: string }

const here = settingsPart('profile')

/** The path of a person's page. */
export const personPath = (id: string): string => `${settingsPath}?part=person&id=${encodeURIComponent(id)}`

/** What a form sent, if it is the form of this name. */
const filledOf = ({ filled = nothingFilled }: Shown, name: string): Filled | undefined =>
  filled.values.do === name ? filled : undefined

const profileForm = (user: Self, shown: Shown): Html => {
  const now = { name: user.name, username: user.username, tags: (user.tags ?? []).join(', ') }
  const own = filledOf(shown, 'profile') ?? { values: now }
  const nameField = field(own, { name: 'name', label: t('Name'), longest: 120, autocomplete: 'name' })
  const usernameField = field(own, {
    name: 'username',
    label: t('Username'),
    longest: 20,
    hint: t('3 to 20 letters and digits.'),
  })
  const tagsField = textArea(own, {
    name: 'tags',
    label: t('Interests'),
    optional: true,
    longest: 1600,
    hint: t('Separated by commas, such as chess, music. Clubs and organizers can find you by them.'),
  })
  return html`<form class="card stack" method="post" action="${settingsPath}"${unsavedMark(own)}><h2>${t('About you')}</h2>${hidden('do', 'profile')}${refusedForm(own, ['name', 'username', 'tags'])}<div>${nameField}${usernameField}${tagsField}</div><button class="btn">${t('Save profile')}</button></form>`
}

const pictureForm = (user: Self, shown: Shown): Html => {
  const own = filledOf(shown, 'picture') ?? nothingFilled
  const inside = html`${hidden('do', 'picture')}${refusedForm(own, ['image'])}<div class="row">${face(user.name, user.picture)}<p class="soft">${t('Members of your school see it beside your name. Guests of other schools see it too at events that you go to.')}</p></div>${pictureField(own, { name: 'image', label: t('New picture') })}<button class="btn plain">${t('Upload picture')}</button>`
  const removal = user.picture
    ? confirmedAction(settingsPath, {
        text: t('Remove picture'),
        consequence: t('The picture is deleted. Others see your initials instead.'),
        carried: { do: 'picture-remove' },
        css: 'bad small',
      })
    : ''
  return html`<section class="card stack"><h2>${t('Picture')}</h2>${fileForm(settingsPath, inside, 'stack')}${removal}</section>`
}

const codeForm = (address: string, shown: Shown): Html => {
  const own = filledOf(shown, 'address-confirm') ?? nothingFilled
  return html`<form class="stack" method="post" action="${settingsPath}">${hidden('do', 'address-confirm')}${hidden('email', address)}<p>${t('We sent a code to {address}.', { address: html`<bdi>${address}</bdi>` })}</p>${refusedForm(own, ['code'])}${codeField(own)}<button class="btn plain">${t('Link address')}</button></form>`
}

/** The school address of a person who signs in with another one. Empty if the account has a confirmed one itself. */
const schoolAddress = (user: Self, shown: Shown): Html | string => {
  const own = filledOf(shown, 'address-send') ?? nothingFilled
  const linked = user.affiliatedEmailVerified ? user.affiliatedEmail : undefined
  if (!linked && user.emailVerified && /\.edu$/i.test(user.email)) return ''
  const emailField = field(own, {
    name: 'email',
    label: t('School email'),
    type: 'email',
    autocomplete: 'email',
    longest: 254,
    hint: t('An email address that ends in .edu.'),
  })
  // For people who have left the page since the code was sent.
  const lateCode = field(nothingFilled, {
    name: 'code',
    label: t('Code from the email'),
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    css: 'code',
    longest: 64,
    isRequired: false,
  })
  const entry = html`<form class="stack" method="post" action="${settingsPath}">${refusedForm(own, ['email'])}${emailField}<div><button class="btn plain" name="do" value="address-send">${t('Send code')}</button></div>${collapsible(t('Enter the code'), html`${lateCode}<button class="btn plain" name="do" value="address-confirm">${t('Link address')}</button>`)}</form>`
  const inside = linked
    ? html`<p><bdi>${linked}</bdi> <span class="tag good">${t('Linked')}</span></p>${confirmedAction(
        settingsPath,
        {
          text: t('Unlink this address'),
          consequence: t(
            'Events and clubs that require an address of the school no longer accept you by it. You can link it again.',
          ),
          button: t('Unlink address'),
          carried: { do: 'address-end' },
        },
      )}`
    : shown.mailedTo
      ? codeForm(shown.mailedTo, shown)
      : entry
  return html`<section class="card stack"><h2>${t('School email')}</h2><p class="soft">${t("Link your school's address if you sign in with another one. It shows that you belong to the school.")}</p>${inside}</section>`
}

/** The reader's own profile: name, username, interests, picture and school address. */
export const profilePage = async (context: PageContext, shown: Shown = {}) => {
  const result = await call(context, 'auth', 'validateToken', {})
  if (!result.ok) return refusedPage(context, result.refusal)
  const { user } = result.value
  if (user === null)
    return emptyPage(
      context,
      t('Profile'),
      t('No profile yet'),
      t('Join this school to have a profile here.'),
      {
        href: settingsPath,
        text: t('Open account'),
      },
    )
  const body = settingsFrame(
    'profile',
    html`${profileForm(user, shown)}${pictureForm(user, shown)}${schoolAddress(user, shown)}<p><a href="${personPath(user._id)}">${t('View your profile as others see it')}</a></p>`,
  )
  const refusal = shown.filled?.refusal
  return accountPage(context, {
    title: t('Profile'),
    body,
    done: shown.done,
    refusal,
    script: 'picture.js',
    narrow: false,
    medium: true,
  })
}

/** A person as other members of the school see them. */
export const personPage = async (context: PageContext, userId = '') => {
  const result = await call(context, 'users', 'getUser', { userId })
  if (!result.ok) return refusedPage(context, result.refusal)
  const { name, username, picture } = result.value.user
  const body = html`<section class="card stack"><div class="row">${face(name, picture)}<div><h1><bdi>${name}</bdi></h1><p class="soft">@<bdi>${username}</bdi></p></div></div><p class="soft">${t('Members of this school see this. Everyone who is signed in, also guests of other schools, sees the name and picture of people who go to an event. Email addresses and interests are not shown here.')}</p></section>`
  return accountPage(context, { title: name, body })
}

const tagsIn = (typed = ''): string[] =>
  typed
    .split(/[,\n]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

const change = (input: FormInput, files: Files, context: PageContext) => {
  const { name, username, email = '', code = '', tags } = input
  if (input.do === 'picture') return call(context, 'users', 'uploadUserImage', { files: chosenFiles(files) })
  if (input.do === 'picture-remove') return call(context, 'users', 'removeUserImage', {})
  if (input.do === 'address-send') return call(context, 'emails', 'requestAffiliatedEmailCode', { email })
  if (input.do === 'address-confirm')
    return call(context, 'emails', 'verifyAffiliatedEmail', { email, code: codeIn(code) })
  if (input.do === 'address-end') return call(context, 'emails', 'unlinkAffiliatedEmail', {})
  return call(context, 'users', 'updateUser', { name, username, tags: tagsIn(tags) })
}

const saidAfter: Readonly<Record<string, string>> = {
  'address-confirm': 'confirmed',
  'address-end': 'removed',
  picture: 'own-picture-saved',
  'picture-remove': 'picture-removed',
}

export const profileForms = [
  'profile',
  'picture',
  'picture-remove',
  'address-send',
  'address-confirm',
  'address-end',
]

/** Saves a form of the profile. A refused form comes back as it was filled in. */
export const changeProfile = async (input: FormInput, files: Files, context: PageContext) => {
  const result = await change(input, files, context)
  const mailedTo = input.do.startsWith('address-') && input.do !== 'address-end' ? input.email : undefined
  if (result.ok)
    return input.do === 'address-send' && mailedTo
      ? profilePage(context, { mailedTo })
      : redirectTo(here, saidAfter[input.do] ?? 'profile-saved')
  const { refusal } = result
  if (isOfPage(refusal) || refusal.code === 'NOT_A_MEMBER') return refusedPage(context, refusal, here)
  const filled = { values: { ...input, ...chosenNames(files) }, refusal: atPictureField(refusal) }
  return profilePage(context, { filled, ...(input.do === 'address-confirm' && mailedTo ? { mailedTo } : {}) })
}
