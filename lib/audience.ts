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
}

type Of<K extends AudienceKind> = Extract<Audience, { kind: K }>

/** Declares a pager. */
export const pager = <K extends AudienceKind>(
  kind: K,
  page: (audience: Of<K>, table: Table, cursor: string | undefined) => Promise<AudiencePage>,
): AudiencePager => ({ kind, page: page as AudiencePager['page'] })

/** People of one page: what one notice of the stream is made to handle. */
export const pageSize = 100
