import * as z from 'zod/mini'
import type { Table } from './table/table.ts'

const text = z.string()

/** The receivers of a notification, as data. `ids` are tenant users. */
export const Audience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('users'), ids: z.array(text) }),
  z.object({ kind: z.literal('tenant') }),
  z.object({
    kind: z.literal('organization'),
    orgId: text,
    who: z.enum(['members', 'followers']),
    /** A person who caused it and therefore knows already. */
    except: z.optional(text),
    /** Only this person, as long as they belong to the audience. */
    only: z.optional(text),
  }),
  z.object({ kind: z.literal('role'), orgId: text, roleId: text, except: z.optional(text) }),
  z.object({
    kind: z.literal('permission'),
    orgId: text,
    permission: text,
    /** A person whom it does not concern, such as the requester of the decision. */
    except: z.optional(text),
  }),
  z.object({
    kind: z.literal('event'),
    eventId: text,
    who: z.enum(['attendees', 'waiting', 'workers']),
    /** Attendees to leave out: by id, by address, or because they are checked in. */
    except: z.optional(z.array(text)),
    exceptAddresses: z.optional(z.array(text)),
    checkedIn: z.optional(z.boolean()),
  }),
  /** People of any event that an operation changed with the notification `template`: see `change-groups.ts`. */
  z.object({ kind: z.literal('changeGroup'), group: text, template: text }),
  z.object({ kind: z.literal('approvalRole'), role: text }),
  /** Administrators of the school. */
  z.object({ kind: z.literal('administrators') }),
])
export type Audience = z.infer<typeof Audience>
export type AudienceKind = Audience['kind']

/** One page of tenant users, at most 100; `next` continues after it. A person may appear on two pages. */
export type AudiencePage = { readonly people: readonly string[]; readonly next?: string }

/**
 * Finds the people of one kind of audience, page by page. Domains with such lists declare theirs in
 * `functions/<domain>/audiences.ts`.
 */
export type AudiencePager = {
  readonly kind: AudienceKind
  page(audience: Audience, table: Table, cursor: string | undefined): Promise<AudiencePage>
  /** Those of `people` who belong to the audience now. Strongly consistent. */
  among(audience: Audience, people: readonly string[], table: Table): Promise<readonly string[]>
}

type Of<K extends AudienceKind> = Extract<Audience, { kind: K }>

/** Declares a pager. Without `among`, people leave its audiences only by leaving the school. */
export const pager = <K extends AudienceKind>(
  kind: K,
  page: (audience: Of<K>, table: Table, cursor: string | undefined) => Promise<AudiencePage>,
  among: (audience: Of<K>, people: readonly string[], table: Table) => Promise<readonly string[]> = async (
    _,
    people,
  ) => people,
): AudiencePager => ({
  kind,
  page: page as AudiencePager['page'],
  among: among as AudiencePager['among'],
})

/**
 * The audience that people of a page came from, for a later check that they still belong to it. Undefined for people
 * who were named individually: their notification stays valid, whatever they have left since.
 */
export const sourceOf = (audience: Audience): Audience | undefined => {
  if (audience.kind === 'users') return undefined
  if (audience.kind !== 'event') return audience
  // Exceptions were already applied to the page.
  const { kind, eventId, who } = audience
  return { kind, eventId, who }
}

/** People per page: the amount that one change event can handle. */
export const pageSize = 100
