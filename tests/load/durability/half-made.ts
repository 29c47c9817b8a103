import type { Item } from './items.ts'

type Kinds = ReadonlyMap<string, readonly Item[]>

const tenantOf = ({ pk }: Item): string => String(pk).split('#')[1] ?? ''

const kindsOf = (items: readonly Item[]): Kinds => Map.groupBy(items, ({ entity }) => String(entity))

/** Which of `items` have nobody in `others` who shares their mark. */
const alone = (
  items: readonly Item[],
  mark: (item: Item) => string,
  others: readonly Item[],
  otherMark: (item: Item) => string,
): readonly Item[] => {
  const known = new Set(others.map(otherMark))
  return items.filter((item) => !known.has(mark(item)))
}

const idOf = ({ id }: Item): string => String(id)
const ownerOf = ({ globalUserId }: Item): string => String(globalUserId)
const userMark = (item: Item): string => [tenantOf(item), item.id, item.globalUserId].join(' ')
const nameMark = (item: Item): string =>
  [tenantOf(item), item.usernameKey, item.tenantUserId ?? item.id, item.globalUserId].join(' ')

type Membership = { readonly status?: string; readonly tenantUserId?: string }

/** The memberships of access items, in the shape of the school's own user they stand for. */
const placesOf = (access: readonly Item[]): Item[] =>
  access.flatMap((item) =>
    Object.entries((item.memberships ?? {}) as Record<string, Membership>)
      .filter(([, { status }]) => status === 'active')
      .map(([tenant, { tenantUserId }]) => ({
        pk: `T#${tenant}#`,
        id: tenantUserId,
        globalUserId: item.globalUserId,
      })),
  )

/**
 * People of whom only a part is there. Rows of one person are written in one transaction, so each finding is a
 * transaction that was torn: a pointer without its person, a member without rights, a taken name without a user.
 */
export const halfMade = (items: readonly Item[]): string[] => {
  const kinds = kindsOf(items)
  const of = (kind: string): readonly Item[] => kinds.get(kind) ?? []
  const people = of('GlobalUser')
  const places = placesOf(of('Access'))
  const emailOf = ({ email, globalUserId, id }: Item): string => `${email} ${globalUserId ?? id}`
  const findings: readonly (readonly [string, readonly Item[]])[] = [
    ['e-mail pointer without its person', alone(of('EmailPointer'), emailOf, people, emailOf)],
    ['person without an e-mail pointer', alone(people, emailOf, of('EmailPointer'), emailOf)],
    ['person without rights', alone(people, idOf, of('Access'), ownerOf)],
    ['rights without a person', alone(of('Access'), ownerOf, people, idOf)],
    ['person without a password', alone(people, idOf, of('Credential'), ownerOf)],
    ['password without a person', alone(of('Credential'), ownerOf, people, idOf)],
    ['session without a person', alone(of('Session'), ownerOf, people, idOf)],
    ['member without rights', alone(of('TenantUser'), userMark, places, userMark)],
    ['rights without their member', alone(places, userMark, of('TenantUser'), userMark)],
    ['member without the username', alone(of('TenantUser'), nameMark, of('UsernameGuard'), nameMark)],
    ['taken username without a member', alone(of('UsernameGuard'), nameMark, of('TenantUser'), nameMark)],
  ]
  return findings.flatMap(([what, found]) =>
    found.map((item) => `${what}: ${item.pk} ${item.sk ?? item.globalUserId}`),
  )
}
