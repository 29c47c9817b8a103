import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { key } from '../../lib/table/entity.ts'
import { UnsubscribeInvalid } from './contract/failures.ts'
import {
  essentialKinds,
  type NotificationKind,
  notificationKinds,
  type OrganizationKind,
} from './contract/kinds.ts'
import {
  changeMuted,
  kindMute,
  maxMutedOrganizations,
  mutedOrganizationsIn,
  organizationMute,
  typeMute,
} from './mutes.ts'
import { inbox } from './repository.ts'
import { templates } from './templates/templates.ts'
import { unsubscribePage } from './unsubscribe-page.ts'
import { isSigned, type MailSelection, parseToken, type Unsubscription } from './unsubscribe-token.ts'

/** The entries that end a link's mails, from the narrowest. */
const entriesOf = (mails: MailSelection): readonly [string, ...string[]] => {
  if ('type' in mails) return [typeMute(mails.type, 'email')]
  const { kind, orgId } = mails
  const whole = kindMute(kind, 'email')
  return orgId === undefined ? [whole] : [organizationMute(orgId, kind as OrganizationKind, 'email'), whole]
}

/** The entry that ends a link's mails. Who has muted many organizations ends the kind, so that a link always works. */
const stop = (muted: Set<string>, mails: MailSelection): void => {
  const [narrow, whole] = entriesOf(mails)
  const organizations = mutedOrganizationsIn([...muted, narrow])
  muted.add(whole !== undefined && organizations.size > maxMutedOrganizations ? whole : narrow)
}

type LinkContent = Unsubscription & {
  readonly muted: readonly string[]
  readonly orgName: string | undefined
}

/** The content of a link, with the person's mutes and the organization's name. */
const requireLink = async (
  token: string,
  { table }: Pick<Context<'anyone'>, 'table'>,
): Promise<LinkContent> => {
  const parsed = parseToken(token) ?? fail(UnsubscribeInvalid)
  const orgId = 'type' in parsed.mails ? undefined : parsed.mails.orgId
  const [box, card] = await table.batchGet(
    [
      key(inbox, { owner: parsed.person }),
      ...(orgId === undefined ? [] : [key(organization, { orgId })]),
    ] as const,
    { strong: true },
  )
  if (!isSigned(table, parsed, box)) fail(UnsubscribeInvalid)
  const { person, mails } = parsed
  return { person, mails, muted: box?.muted ?? [], orgName: card?.org_name }
}

/** Organizations and the school choose the type of their announcements and news. */
const hasMailedType = (kind: NotificationKind, muted: readonly string[]): boolean =>
  kind === 'announcements' ||
  kind === 'news' ||
  Object.values(templates).some(
    (template) => template.kind === kind && !muted.includes(typeMute(template.type, 'email')),
  )

/** What still comes by mail. Essential kinds are first. Messages never come by mail. */
const remainingMails = (muted: readonly string[]): readonly NotificationKind[] => {
  const optional = notificationKinds.filter(
    (kind) =>
      !essentialKinds.includes(kind) &&
      kind !== 'messages' &&
      !muted.includes(kindMute(kind, 'email')) &&
      hasMailedType(kind, muted),
  )
  return [...essentialKinds, ...optional]
}

const pageFor = async (token: string, link: LinkContent, context: Context<'anyone'>) => {
  const { mails, muted, orgName } = link
  const [narrow, whole] = entriesOf(mails)
  const isWhole = whole !== undefined && muted.includes(whole)
  const isOfOrganization = 'kind' in mails && mails.orgId !== undefined && !isWhole
  const { page, headers } = await unsubscribePage(context, {
    action: `/notifications/unsubscribe?token=${encodeURIComponent(token)}`,
    mails: isWhole && 'kind' in mails ? { kind: mails.kind } : mails,
    orgName,
    isStopped: muted.includes(narrow) || isWhole,
    remaining: remainingMails(muted),
    narrowKind: isOfOrganization ? mails.kind : undefined,
  })
  return answer(page, { headers })
}

/** Asks for confirmation first: programs that follow links in mails must not unsubscribe anybody. */
export const showUnsubscribePage = async ({ token }: { token: string }, context: Context<'anyone'>) =>
  pageFor(token, await requireLink(token, context), context)

/** Ends the mails that the token names, or resumes them. Repeating it changes nothing. */
export const unsubscribe = async (
  { token, action }: { token: string; action?: 'stop' | 'resume' | undefined },
  context: Context<'anyone'>,
) => {
  const link = await requireLink(token, context)
  const muted = await changeMuted(context.table, link.person, (entries) => {
    if (action === 'resume') for (const entry of entriesOf(link.mails)) entries.delete(entry)
    else stop(entries, link.mails)
  })
  return pageFor(token, { ...link, muted }, context)
}
