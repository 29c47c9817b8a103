import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { EmptyBody, Id, Timestamp } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { data, done } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import * as failures from './failures.ts'
import { identityAttributes } from './shapes.ts'

const migration = '/auth/saml/migration'

/** Printable ASCII. */
const plain = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\x20-\x7e]+$/))

/** People that one request adds to a migration window. */
export const maxMigratedPeople = 500

export const MigrationView = z.object({
  id: Id,
  openedAt: Timestamp,
  endsAt: Timestamp,
  people: z.int(),
})
export type MigrationView = z.infer<typeof MigrationView>

const MigrationPerson = z.object({
  id: Id,
  name: z.optional(z.string()),
  username: z.optional(z.string()),
  movedAt: z.optional(Timestamp),
})

/** Reasons why a person is not added to a migration window. */
export const skipReasons = ['unknown', 'administrator', 'not_linked', 'listed'] as const

export const releaseProblems = ['missing', 'multiple', 'transient', 'unusable'] as const

/**
 * Outcome of a change for a person: `stays` under the same identifier; `moves` to the new one at the next sign-in;
 * `becomes_new`, a new account; `refused`.
 */
export const previewOutcomes = ['stays', 'moves', 'becomes_new', 'refused'] as const
/** Reasons for a refusal: the release, a link that only a migration window moves, or no link. */
export const refusalReasons = [...releaseProblems, 'needs_migration', 'not_linked'] as const

/** Operations by which people whose identifiers change keep their accounts. */
export const identityRows = {
  getSamlMigration: {
    summary: 'Get the open migration window and its people: who has moved, and when',
    method: 'GET',
    path: migration,
    access: 'admin',
    query: z.object(PageQuery),
    reply: data(
      z.object({
        migration: z.nullable(MigrationView),
        people: z.array(MigrationPerson),
        cursor: z.optional(z.string()),
      }),
    ),
    costs: { depth: 3, read: 3.5, write: 0 },
    example: { as: 'root' },
  },

  openSamlMigration: {
    summary:
      "Open a migration window or add people: once each, their link moves to the provider's new identifier",
    method: 'POST',
    path: migration,
    access: 'admin',
    consequence: 'settings',
    body: z.strictObject({
      /** E-mail addresses or user ids, at most 500 a request. */
      people: z.array(plain(320)).check(z.minLength(1), z.maxLength(maxMigratedPeople)),
      /** At most 30 days ahead. Omitted when people are added to an open window. */
      endsAt: z.optional(plain(40)),
    }),
    reply: data(
      z.object({
        migration: MigrationView,
        added: z.int(),
        skipped: z.array(z.object({ person: z.string(), reason: z.enum(skipReasons) })),
      }),
      'Migration window opened',
    ),
    fails: [failures.ConfigurationMissing, failures.MigrationEnd, failures.MigrationOpen, ConcurrentChange],
    costs: { depth: 6, read: 8, write: 8 },
    example: {
      as: 'root',
      body: { people: ['ada@students.example.edu'], endsAt: 'demo-migration-end' },
    },
  },

  previewSamlIdentity: {
    summary:
      'Simulate another identity attribute, or released attributes, on 90 days of sign-ins; nothing is changed',
    method: 'GET',
    path: '/auth/saml/identity-preview',
    access: 'admin',
    query: z.object({
      /** Attribute that would identify people; `none` for no chosen attribute. Default: as configured. */
      identityAttribute: z.optional(z.enum([...identityAttributes, 'none'])),
      /** Attributes that the identity provider would no longer release, separated by commas. */
      without: z.optional(z.string().check(z.maxLength(100))),
      ...PageQuery,
    }),
    reply: data(
      z.object({
        identityAttribute: z.nullable(z.enum(identityAttributes)),
        warnings: z.array(z.string()),
        /** Counts of this page; the sum over all pages is the total. */
        counts: z.object({ stays: z.int(), moves: z.int(), becomesNew: z.int(), refused: z.int() }),
        people: z.array(
          z.object({
            id: Id,
            name: z.string(),
            signedInAt: Timestamp,
            outcome: z.enum(previewOutcomes),
            reason: z.optional(z.enum(refusalReasons)),
          }),
        ),
        cursor: z.optional(z.string()),
      }),
    ),
    fails: [failures.ConfigurationMissing],
    costs: { depth: 3, read: 4.5, write: 0 },
    example: { as: 'root', query: { identityAttribute: 'studentId' } },
  },

  closeSamlMigration: {
    summary: 'Close the migration window; nobody else moves',
    method: 'DELETE',
    path: migration,
    access: 'admin',
    consequence: 'settings',
    body: EmptyBody,
    reply: done('Migration window closed'),
    fails: [failures.MigrationMissing],
    costs: { depth: 3, read: 3, write: 8 },
    example: { as: 'root' },
  },
} as const satisfies Rows
