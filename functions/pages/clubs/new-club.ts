import { call, type Files, type FormInput, identifyReader, type PageContext } from '../call.ts'
import { chosenFiles, chosenNames, fileForm } from '../layout/files.ts'
import { type Filled, hidden, nothingFilled, refusedForm } from '../layout/forms.ts'
import { html, isOfPage, pageOf, redirectTo, refusedPage } from '../layout/page.ts'
import { t } from '../locale.ts'
import { clubFieldNames, clubFields, clubRefusal, clubSent } from './fields.ts'

/** The form for a new club. Only people who are signed in can create one. */
export const newClubPage = async (context: PageContext, filled: Filled = nothingFilled) => {
  const met = await identifyReader(context)
  if (!met.ok) return refusedPage(context, met.refusal)
  const body = html`<div class="stack"><p><a href="/clubs">${t('All clubs')}</a></p><h1>${t('Create club')}</h1><p class="soft">${t('You become its owner. At some schools an administrator approves a new club first.')}</p>${fileForm('/clubs', html`${hidden('do', 'create')}${refusedForm(filled, clubFieldNames)}${clubFields(filled)}<button class="btn full">${t('Create club')}</button>`, undefined, filled)}</div>`
  return pageOf(context, {
    title: t('Create club'),
    body,
    place: 'clubs',
    medium: true,
    script: 'picture.js',
    refusal: filled.refusal,
  })
}

/** Creates the club and leads to its dashboard; a refused form comes back as it was filled in. */
export const createClub = async (
  { files, ...input }: FormInput & { readonly files: Files },
  context: PageContext,
) => {
  const mistaken = clubRefusal(input)
  const result = mistaken
    ? { ok: false as const, refusal: mistaken }
    : await call(context, 'organizations', 'createOrganization', {
        ...clubSent(input),
        files: chosenFiles(files),
      })
  if (result.ok) return redirectTo(`/club-dashboard/${result.value.org._id}?part=page`, 'club-created')
  const { refusal } = result
  if (isOfPage(refusal) || refusal.code === 'NOT_A_MEMBER') return refusedPage(context, refusal)
  return newClubPage(context, { values: { ...input, ...chosenNames(files) }, refusal })
}
