import { type Answer, call, operation, type PageContext, pageScope } from '../call.ts'
import { dayWords, wallOf } from '../layout/dates.ts'
import { checkbox, type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import {
  collapsible,
  confirmationForm,
  emailWords,
  empty,
  face,
  type Html,
  html,
  listed,
  menu,
  menuLink,
} from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { type Member, memberPath, type Role, roleChoices, roleName, rolesFor, roleTags } from './people.ts'

type History = Answer<'members', 'getMemberHistory'>
type Entry = History['membershipHistory'][number]

/** Changes of this member that need a confirmation, with what they do. */
const questions = {
  remove: {
    ask: msg('Remove {name}?'),
    text: msg('{name} loses every role in the club and is notified. You can invite them again.'),
    button: msg('Remove member'),
    owner: false,
  },
  offer: {
    ask: msg('Offer the ownership to {name}?'),
    text: msg(
      '{name} is notified and becomes the owner by accepting within 14 days. Until then you can withdraw the offer. Afterwards you are a regular member and no longer manage the club, unless the new owner gives you a role.',
    ),
    button: msg('Offer ownership'),
    owner: true,
  },
  transfer: {
    ask: msg('Transfer the ownership to {name}?'),
    text: msg(
      '{name} becomes the owner at once, with every right in the club. You become a regular member and no longer manage the club. Only the new owner can give the ownership back.',
    ),
    button: msg('Transfer ownership'),
    owner: true,
  },
} as const
type Question = keyof typeof questions

const questionOf = (desk: Desk, member: Member, confirm: string | undefined): Html | string => {
  if (!confirm || !Object.hasOwn(questions, confirm)) return ''
  const { ask, text, button, owner } = questions[confirm as Question]
  if (owner && !desk.may('all')) return ''
  const { _id: person } = member.user_id
  const name = html`<bdi>${member.user_id.name}</bdi>`
  return confirmationForm({
    action: desk.path,
    title: t(ask, { name }),
    consequence: t(text, { name }),
    button: t(button),
    carried: { do: `member-${confirm}`, person, confirm },
    back: memberPath(desk, person),
    ...(confirm === 'remove'
      ? {
          fields: field(
            { values: {} },
            { name: 'reason', label: t('Reason for the member'), longest: 500, optional: true },
          ),
        }
      : {}),
  })
}

const memberMenu = (desk: Desk, member: Member): Html => {
  const link = (confirm: Question, text: string): Html =>
    menuLink(memberPath(desk, member.user_id._id, confirm), text)
  return menu(
    [
      desk.may('all') ? link('offer', t('Offer ownership (they accept first)')) : '',
      desk.may('all') ? link('transfer', t('Transfer ownership (at once)')) : '',
      link('remove', t('Remove member')),
    ],
    t('More actions for {name}', { name: member.user_id.name }),
  )
}

const rolesForm = (
  desk: Desk,
  member: Member,
  roles: readonly Role[],
  filled: Filled,
  zone: string,
): Html => {
  const { user_id, roles: names } = member
  const { _id: person, name } = user_id
  const own: Filled =
    filled.values.do === 'member-roles'
      ? filled
      : {
          values: {
            ...Object.fromEntries(names.map((role) => [`role-${role}`, 'yes'])),
            ends: member.roleTermEnd ? wallOf(member.roleTermEnd, zone).slice(0, 10) : '',
          },
        }
  return html`<form class="card stack" method="post" action="${desk.path}"><h3>${t('Roles')}</h3>${hidden('do', 'member-roles')}${hidden('person', person)}${names.includes('member') ? hidden('role-member', 'yes') : ''}${refusedForm(own, ['ends'])}<fieldset><legend class="vh">${t('Roles of {name}', { name })}</legend>${roleChoices(
    roles,
  )
    .filter(([value]) => value !== 'member')
    .map(([value, text]) =>
      checkbox(own, `role-${value}`, text),
    )}</fieldset>${field(own, { name: 'ends', label: t('Last day of these roles'), type: 'date', optional: true, hint: t('After this day the roles end by themselves. Two weeks before, the member and you are notified.') })}<button class="btn">${t('Save roles')}</button></form>`
}

const actionWords: Readonly<Record<string, string>> = {
  joined: msg('Joined'),
  role_change: msg('Roles changed'),
  status_change: msg('Status changed'),
  removed: msg('Removed'),
  left: msg('Left'),
  org_deleted: msg('Club deleted'),
}

const entryItem = ({ at, action, role, reason }: Entry, roles: readonly Role[], zone: string): Html =>
  html`<li><div class="stack-s"><strong>${t(actionWords[action] ?? action)}${role ? html`: <bdi>${roleName(roles, role)}</bdi>` : ''}</strong><p class="soft"><time datetime="${at}">${dayWords(at, zone)}</time>${reason ? html` &middot; <bdi>${reason}</bdi>` : ''}</p></div></li>`

const historyOf = (history: History, roles: readonly Role[], zone: string): Html => {
  const entries = [...history.membershipHistory, ...history.removedAudits]
  const unique = entries.filter((one, at) => entries.findIndex((other) => other.at === one.at) === at)
  return collapsible(
    t('History of the membership'),
    listed(
      unique.map((entry) => entryItem(entry, roles, zone)),
      [t('No changes yet'), t('Changes of roles and of the membership appear here.')],
    ),
    true,
  )
}

/** One member: roles with their last day, history, and what cannot be undone in a menu. */
export const memberPart: PartOf = async (desk, { person = '', confirm }, filled, context) => {
  const { orgId, path } = desk
  const zone = pageScope(context).visit.timezone
  const roles = rolesFor(desk)
  const found = await call(context, 'members', 'getMemberHistory', { orgId, userId: person })
  if (!found.ok) return found
  const { member } = found.value
  const back = html`<p><a href="${dashboardPath(path, 'members')}">${t('Back to the list')}</a></p>`
  const past = historyOf(found.value, roles, zone)
  if (!member)
    return html`${back}${empty(t('Not a member'), t('This person is not a member of the club now.'))}${past}`
  const { user_id, roles: names } = member
  const { name, username, email, picture } = user_id
  const isManaged = member.role !== 'owner'
  const failed = filled.values.do !== 'member-roles' && filled.values.do?.startsWith('member-')
  const since = t('member since {date}', { date: dayWords(member.joinedAt, zone) })
  const end = member.roleTermEnd
    ? html` &middot; ${t('roles end on {date}', { date: dayWords(member.roleTermEnd, zone) })}`
    : ''
  const address = email ? html` &middot; ${emailWords(email)}` : ''
  const rights = isManaged
    ? rolesForm(desk, member, roles, filled, zone)
    : html`<p class="soft">${t('The owner keeps every right. To change the owner, open another member and offer them the ownership.')}</p>`
  return html`${back}<div class="row">${face(name, picture)}<h2><bdi>${name}</bdi></h2>${roleTags(roles, names)}${isManaged ? memberMenu(desk, member) : ''}</div><p class="soft">@<bdi>${username}</bdi>${address} &middot; ${since}${end}</p>${failed ? refusedForm(filled, []) : ''}${questionOf(desk, member, confirm)}${rights}${past}`
}

const named = ({ orgId, person = '' }: FormInput) => ({ orgId, userId: person })
const nextOwner = ({ orgId, person = '' }: FormInput) => ({ orgId, newOwnerUserId: person })

const saveRoles = (input: FormInput, context: PageContext) => {
  const names = Object.keys(input).filter((name) => name.startsWith('role-') && input[name] === 'yes')
  // The form has the highest role last; the first that is sent is the member's primary one.
  const ticked = names.map((name) => name.slice('role-'.length)).reverse()
  return call(context, 'members', 'assignOrgRole', {
    ...named(input),
    roles: ticked.length > 0 ? ticked : ['member'],
    roleTermEnd: input.ends || null,
  })
}

/** A refused date, at the field of the page. */
const atField = (result: Awaited<ReturnType<typeof saveRoles>>) =>
  !result.ok && result.refusal.field === 'roleTermEnd'
    ? {
        ok: false as const,
        refusal: {
          ...result.refusal,
          details: [],
          field: 'ends',
          message: result.refusal.details[0]?.message ?? result.refusal.message,
          text: result.refusal.details[0]?.text,
        },
      }
    : result

/** Changes one member: roles, removal, ownership. */
export const changeMember = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { person, confirm } = input
  const open = { person, confirm }
  if (input.do === 'member-roles')
    return {
      part: 'members',
      done: 'member-roles-saved',
      open,
      result: atField(await saveRoles(input, context)),
    }
  if (input.do === 'member-offer')
    return {
      part: 'members',
      done: 'ownership-offered',
      open,
      result: await operation('members', 'offerOrgOwnership', nextOwner)(input, context),
    }
  if (input.do === 'member-transfer')
    return {
      part: 'members',
      done: 'ownership-transferred',
      open: { person },
      result: await operation('members', 'transferOrgOwnership', nextOwner)(input, context),
    }
  const remove = operation('members', 'removeOrgMember', (one: FormInput) => ({
    ...named(one),
    reason: one.reason || undefined,
  }))
  const result = await remove(input, context)
  return { part: 'members', done: 'removed', result, open: result.ok ? {} : open }
}
