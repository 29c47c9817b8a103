import type { Context } from '../../lib/context.ts'
import type { Translate } from '../../lib/contract/text/locale.ts'
import { escapeHtml } from '../../lib/html/document.ts'
import { frameOf, htmlPage } from '../../lib/html/page.ts'
import { mailTexts } from '../../lib/school-texts.ts'
import type { NotificationKind } from './contract/kinds.ts'
import { kindName, selectionName } from './mail-words.ts'
import type { MailSelection } from './unsubscribe-token.ts'

type UnsubscribePage = {
  /** The address that the form posts to. */
  readonly action: string
  /** The mails that the link ends, and their organization's name. */
  readonly mails: MailSelection
  readonly orgName: string | undefined
  readonly isStopped: boolean
  /** Kinds of mails that still come. */
  readonly remaining: readonly NotificationKind[]
  /** The kind whose mails from other organizations still come. */
  readonly narrowKind: NotificationKind | undefined
}

const otherOrganizations = (kind: NotificationKind, t: Translate): string =>
  kind === 'messages' ? t('messages of other organizations') : t('announcements of other organizations')

/** The page of an unsubscribe link: what it stops, what still comes, and the one button that stops or resumes it. */
export const unsubscribePage = async (
  context: Pick<Context<'anyone'>, 'tenant' | 'school' | 'device'>,
  { action, mails, orgName, isStopped, remaining, narrowKind }: UnsubscribePage,
) => {
  const frame = await frameOf(context)
  const t = await mailTexts(frame.t.locale)
  const name = selectionName(mails, orgName, t)
  const school = context.school?.name ?? context.tenant.key
  const first = isStopped
    ? t('You no longer get these emails from {school}: {name}.', { school, name })
    : t('Stop these emails from {school}: {name}?', { school, name })
  const rest = isStopped ? t('You still get emails about:') : t('You continue to get emails about:')
  // A mail of a type ends only a part of its kind.
  const ended = 'kind' in mails ? mails.kind : undefined
  const kinds = remaining.filter((kind) => kind !== ended).map((kind) => kindName(kind, t))
  const others = narrowKind === undefined ? [] : [otherOrganizations(narrowKind, t)]
  const items = [...kinds, ...others].map((one) => `<li>${escapeHtml(one)}</li>`).join('')
  const [value, label] = isStopped ? ['resume', t('Resume these emails')] : ['stop', t('Stop these emails')]
  return htmlPage(frame, {
    title: isStopped ? t('Unsubscribed') : t('Unsubscribe'),
    body:
      `<p>${escapeHtml(first)}</p><p>${escapeHtml(rest)}</p><ul>${items}</ul>` +
      `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="action" value="${value}">` +
      `<button class="btn">${escapeHtml(label)}</button></form>`,
    link: { href: '/settings?part=notifications', label: t('Email settings') },
    rules: ["form-action 'self'"],
    query: context.device.rawQuery ?? '',
  })
}
