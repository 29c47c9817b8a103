import * as z from 'zod/mini'
import type { Table } from './table/table.ts'

const text = z.string()

/** Whom a notification is for, as data. `ids` are of tenant users. */
export const Audience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('users'), ids: z.array(text) }),
  z.object({ kind: z.literal('tenant') }),
  z.object({
    kind: z.literal('organization'),
    orgId: text,
    who: z.enum(['members', 'followers']),
    /** Somebody who knows already: whoever caused it. */
    except: z.optional(text),
    /** One person alone, as long as they are one of them. */
    only: z.optional(text),
  }),
  z.object({ kind: z.literal('role'), orgId: text, roleId: text, except: z.optional(text) }),
  z.object({
    kind: z.literal('permission'),
    orgId: text,
    permission: text,
    /** Somebody whom it does not concern, such as whoever asks for the decision. */
    except: z.optional(text),
  }),
  z.object({
    kind: z.literal('event'),
    eventId: text,
    who: z.enum(['attendees', 'waiting', 'workers']),
    /** Of attendees, some who are left out: by id, by address, and those who are checked in already. */
    except: z.optional(z.array(text)),
    exceptAddresses: z.optional(z.array(text)),
    checkedIn: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('approvalRole'), role: text }),
  /** Administrators of the school. */
  z.object({ kind: z.literal('administrators') }),
])
export type Audience = z.infer<typeof Audience>
export type AudienceKind = Audience['kind']

/** Tenant users of one page, at most 100; `next` continues behind it. Somebody may appear on two pages. */
export type AudiencePage = { readonly people: readonly string[]; readonly next?: string }

/**
 * Finds the people of one kind of audience, page by page. Domains that own such lists declare theirs in
 * `functions/<domain>/audiences.ts`.
 */
export type AudiencePager = {
  readonly kind: AudienceKind
  page(audience: Audience, table: Table, cursor: string | undefined): Promise<AudiencePage>
  /** Of some people whom a page answered, those whom it would answer at this moment. Strongly consistent. */
  among(audience: Audience, people: readonly string[], table: Table): Promise<readonly string[]>
}

type Of<K extends AudienceKind> = Extract<Audience, { kind: K }>

/** Declares a pager. Without `among` nobody leaves its audiences but by leaving the school. */
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
 * Where people of a page come from, for whoever asks later whether they still belong there. Undefined for people who were
 * named one by one: that is about them, whatever they have left since.
 */
export const sourceOf = (audience: Audience): Audience | undefined => {
  if (audience.kind === 'users') return undefined
  if (audience.kind !== 'event') return audience
  // Who is left out is left out already.
  const { kind, eventId, who } = audience
  return { kind, eventId, who }
}

/** People of one page: what one notice of the stream is made to handle. */
export const pageSize = 100
