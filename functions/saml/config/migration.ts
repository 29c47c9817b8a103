import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { normalAddress } from '../../../lib/contract/fields.ts'
import type { pageOf } from '../../../lib/contract/paging.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { identityOf } from '../../../lib/identity/person/caller.ts'
import { findPerson, type Person } from '../../../lib/identity/person/person.ts'
import {
  type Access,
  emailPointer,
  type ProviderLink,
  tenantUser,
} from '../../../lib/identity/person/records.ts'
import { storedRank } from '../../../lib/identity/person/roles.ts'
import { isLinkLive, samlIssuer } from '../../../lib/identity/school/saml-issuer.ts'
import { notifySignInChanged } from '../../../lib/identity/session/sign-in-notifications.ts'
import type { Operation } from '../../../lib/operation.ts'
import { mailDue } from '../../../lib/outbox.ts'
import { preparedText } from '../../../lib/prepared-text.ts'
import { key } from '../../../lib/table/entity.ts'
import { listNumbered } from '../../../lib/table/lists/numbered.ts'
import type { Table } from '../../../lib/table/table.ts'
import { check, put, remove, update, type Write } from '../../../lib/table/write.ts'
import { ConfigurationMissing, MigrationEnd, MigrationMissing, MigrationOpen } from '../contract/failures.ts'
import type { MigrationView, skipReasons } from '../contract/identity-rows.ts'
import type { contract } from '../contract.ts'
import {
  findTerms,
  type SamlConfig,
  type SamlMigration,
  samlMigration,
  samlMigrationPerson,
} from '../repository.ts'

type Rows = (typeof contract)['rows']

const maxWindowDays = 30
/** Days for which administrators can read who has moved. */
const shownDays = 90
const strong = { strong: true } as const
/** People of one transaction, with a row and a mail each. */
const maxPeoplePerWrite = 40

type AdminContext = Context<'admin'>
type Skipped = { readonly person: string; readonly reason: (typeof skipReasons)[number] }

/** The school's migration window. Its row expires at the window's end. */
const findMigration = (table: Table): Promise<SamlMigration | undefined> =>
  table.get(samlMigration, {}, strong)

const migrationView = ({ id, openedAt, endsAt, people }: SamlMigration): MigrationView => ({
  id,
  openedAt,
  endsAt,
  people,
})

/** A person who is an administrator anywhere cannot be moved by others (rules/saml 47). */
const isAdministrator = (rights: Access): boolean =>
  Object.keys(rights.memberships).some((tenantKey) => storedRank(rights, tenantKey) > 0)

const readPeople = async ({ table }: AdminContext, people: readonly string[]) => {
  const addresses = people.map(normalAddress)
  const [pointers, users] = await Promise.all([
    table.batchGet(
      addresses.map((email) => key(emailPointer, { email })),
      strong,
    ),
    table.batchGet(
      people.map((id) => key(tenantUser, { id })),
      strong,
    ),
  ])
  const ids = people.map((_, at) => pointers[at]?.globalUserId ?? users[at]?.globalUserId)
  const found: (Person | undefined)[] = []
  for (let first = 0; first < ids.length; first += 25) {
    const part = ids.slice(first, first + 25)
    found.push(
      ...(await Promise.all(part.map((id) => (id === undefined ? undefined : findPerson(table, id))))),
    )
  }
  return found
}

type MigrationCandidate = { readonly person: Person; readonly userId: string }

const candidateOf = (
  person: Person | undefined,
  { tenant }: AdminContext,
  isLinked: (link: ProviderLink) => boolean,
): MigrationCandidate | Skipped['reason'] => {
  const membership = person?.rights.memberships[tenant.key]
  if (!person || membership?.status !== 'active' || !membership.tenantUserId) return 'unknown'
  if (isAdministrator(person.rights)) return 'administrator'
  return person.links.some(isLinked) ? { person, userId: membership.tenantUserId } : 'not_linked'
}

const findListed = async (
  { table }: AdminContext,
  windowId: string,
  people: readonly MigrationCandidate[],
) => {
  const refs = people.map(({ person }) =>
    key(samlMigrationPerson, { windowId, globalUserId: person.user.id }),
  )
  const rows = refs.length > 0 ? await table.batchGet(refs, strong) : []
  return new Set(rows.flatMap((row) => (row ? [row.globalUserId] : [])))
}

const personRows = (
  context: AdminContext,
  { id, endsAt }: SamlMigration,
  { person, userId }: MigrationCandidate,
): Write[] => {
  const expiresAt = new Date(Date.parse(endsAt) + shownDays * dayMs).toISOString()
  const row = { windowId: id, globalUserId: person.user.id, userId, expiresAt }
  const params = { at: endsAt }
  return [
    put(samlMigrationPerson, row, { absent: true }),
    mailDue(context, { template: 'way_migration', to: `user:${person.user.id}`, params }),
  ]
}

/** The open window, or a new one with an end (ISO 8601). */
const openWindow = async (
  context: AdminContext,
  { idpEntityId }: SamlConfig,
  endsAt: string | undefined,
): Promise<SamlMigration> => {
  const { table, now, newId, caller } = context
  const at = now()
  const current = await findMigration(table)
  if (current?.idpEntityId === idpEntityId) {
    if (endsAt !== undefined && Date.parse(endsAt) !== Date.parse(current.endsAt)) fail(MigrationOpen)
    return current
  }
  const end = Date.parse(endsAt ?? '')
  if (!(end > at.getTime() && end <= at.getTime() + maxWindowDays * dayMs))
    fail(MigrationEnd, { field: 'endsAt' })
  const fresh: SamlMigration = {
    id: newId(),
    idpEntityId,
    openedBy: identityOf(caller),
    openedAt: at.toISOString(),
    endsAt: new Date(end).toISOString(),
    people: 0,
  }
  const asRead = current ? { equals: { id: current.id } } : { absent: true as const }
  const detail = { endsAt: fresh.endsAt }
  await table.commit([
    put(samlMigration, fresh, asRead),
    audit(context, {
      action: 'saml.migration_open',
      actor: caller,
      targetType: 'saml',
      targetId: fresh.id,
      detail,
    }),
    notifySignInChanged(
      context,
      preparedText(
        'An administrator opened a migration window until {time}: accounts of listed people move to another identifier of the identity provider.',
        { time: { moment: fresh.endsAt, zone: context.tenant.timezone } },
      ),
      { ended: false },
    ),
  ])
  return fresh
}

/**
 * Lists several people in one transaction, with a mail to each. Fails with 409 when the window was closed, or another
 * request listed one of them.
 */
const addPeople = async (
  context: AdminContext,
  window: SamlMigration,
  people: readonly MigrationCandidate[],
): Promise<void> => {
  const { table, caller } = context
  const detail = { people: String(people.length) }
  await table.commit([
    update(samlMigration, {}, { add: { people: people.length } }, { equals: { id: window.id } }),
    ...people.flatMap((one) => personRows(context, window, one)),
    audit(context, {
      action: 'saml.migration_list',
      actor: caller,
      targetType: 'saml',
      targetId: window.id,
      detail,
    }),
  ])
}

/**
 * Opens a migration window, or adds people to the open one (rules/saml 46). Mails everyone who is added. An interrupted
 * request may be repeated: people who are already listed stay listed.
 */
export const openSamlMigration: Operation<Rows['openSamlMigration']> = async (
  { people, endsAt },
  context,
) => {
  const { table, tenant } = context
  const { config, trust } = await findTerms(table)
  if (!config) return fail(ConfigurationMissing)
  const names = [...new Set(people)]
  const persons = await readPeople(context, names)
  const window = await openWindow(context, config, endsAt)
  const issuer = samlIssuer(tenant.key, config.idpEntityId)
  const isLinked = (link: ProviderLink): boolean => link.issuer === issuer && isLinkLive(link, trust)
  const verdicts = persons.map((person) => candidateOf(person, context, isLinked))
  const chosen = new Map(
    verdicts.flatMap((one) => (typeof one === 'string' ? [] : [[one.person.user.id, one] as const])),
  )
  const before = await findListed(context, window.id, [...chosen.values()])
  const added = [...chosen.values()].filter(({ person }) => !before.has(person.user.id))
  for (let first = 0; first < added.length; first += maxPeoplePerWrite) {
    await addPeople(context, window, added.slice(first, first + maxPeoplePerWrite))
  }
  const skipped = verdicts.flatMap((one, at): Skipped[] => {
    const person = names[at] ?? ''
    if (typeof one === 'string') return [{ person, reason: one }]
    return before.has(one.person.user.id) ? [{ person, reason: 'listed' }] : []
  })
  const now = (await table.get(samlMigration, {}, strong)) ?? window
  return { migration: migrationView(now), added: added.length, skipped }
}

/** Closes the window. People who have moved stay moved. 404 when no window is open. */
export const closeSamlMigration: Operation<Rows['closeSamlMigration']> = async (_, context) => {
  const { table, caller } = context
  const current = (await findMigration(table)) ?? fail(MigrationMissing)
  const writes = [
    remove(samlMigration, {}, { equals: { id: current.id } }),
    audit(context, {
      action: 'saml.migration_close',
      actor: caller,
      targetType: 'saml',
      targetId: current.id,
    }),
    notifySignInChanged(context, preparedText('An administrator closed the migration window.'), {
      ended: false,
    }),
  ]
  await table.commit(writes, MigrationMissing)
}

/** The open window and a page of its people. */
export const readSamlMigration = async ({ table }: AdminContext, page: ReturnType<typeof pageOf>) => {
  const current = await findMigration(table)
  if (!current) return { migration: null, people: [] }
  const listing = { keyParams: { windowId: current.id } }
  const { items, cursor } = await listNumbered(table, samlMigrationPerson, listing, page)
  const users =
    items.length > 0 ? await table.batchGet(items.map(({ userId }) => key(tenantUser, { id: userId }))) : []
  const people = items.map(({ userId: id, movedAt }, at) => {
    const { name, username } = users[at] ?? {}
    return {
      id,
      ...(name === undefined ? {} : { name }),
      ...(username === undefined ? {} : { username }),
      ...(movedAt === undefined ? {} : { movedAt }),
    }
  })
  return { migration: migrationView(current), people, ...(cursor === undefined ? {} : { cursor }) }
}

/**
 * Writes that move a listed person's link to another subject, once, while the window is open (rules/saml 46). Undefined
 * where nothing permits the move.
 */
export const migrationMove = async (
  context: Context<'anyone'>,
  { idpEntityId }: SamlConfig,
  { user, rights }: Pick<Person, 'user' | 'rights'>,
): Promise<readonly Write[] | undefined> => {
  const { table, now } = context
  if (isAdministrator(rights)) return undefined
  const current = await findMigration(table)
  if (current?.idpEntityId !== idpEntityId) return undefined
  const keyParams = { windowId: current.id, globalUserId: user.id }
  const row = await table.get(samlMigrationPerson, keyParams, strong)
  if (!row || row.movedAt !== undefined) return undefined
  return [
    check(samlMigration, {}, { equals: { id: current.id } }),
    update(
      samlMigrationPerson,
      keyParams,
      { set: { movedAt: now().toISOString() } },
      { exists: true, without: ['movedAt'] },
    ),
    audit(context, {
      action: 'saml.migration_move',
      actor: user.id,
      targetType: 'globalUser',
      targetId: user.id,
      detail: { migration: current.id, openedBy: current.openedBy },
    }),
  ]
}
