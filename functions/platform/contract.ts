import * as z from 'zod/mini'
import { notFound } from '../../lib/contract/failure.ts'
import { bare, flat, text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { minutes } from '../../lib/contract/time.ts'

const PublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
})

const Status = z.enum(['ok', 'degraded', 'down', 'unknown'])
const Moment = z.nullable(z.string())
const Gateway = z.object({ status: Status, dropped: z.number(), retried: z.number() })

const Health = z.object({
  /** False when a part that users need is down; the status is then 503. */
  ok: z.boolean(),
  statuses: z.object({
    backend: z.object({ status: Status, uptime: z.number() }),
    database: z.object({ status: Status, latency: z.string() }),
    auth: z.object({ status: Status, keys: z.number(), keyAgeDays: z.nullable(z.number()) }),
    scheduler: z.object({
      status: Status,
      lastRun: Moment,
      schedules: z.array(
        z.object({
          name: z.string(),
          every: z.string(),
          state: z.string(),
          lastRun: z.string(),
          lastSuccess: Moment,
        }),
      ),
    }),
    /** The same in the form that existing clients read. */
    cronJobs: z.object({ status: Status, lastRun: Moment }),
    stream: z.object({ status: Status, lagSeconds: z.nullable(z.number()) }),
    /**
     * Mails of the last day that the gateway refused for good or is still retrying; at most 100. A page of up to a
     * hundred notifications counts as one.
     */
    mail: Gateway,
    /** The same for pages of push messages. */
    push: Gateway,
    /**
     * Scheduled tasks, such as reminders and escalations. `lateHours` is their delay. `aside` counts tasks of a month
     * that were set aside because they kept failing, 100 at most.
     */
    due: z.object({ status: Status, lateHours: z.nullable(z.number()), aside: z.number() }),
  }),
  subDomain: z.string(),
  version: z.string(),
})

export const ContactMissing = notFound('No contact for security reports is configured', 'NOT_FOUND')

export const healthLimits = { administrator: { max: 60, seconds: minutes } } as const

export const contract = declare(
  'platform',
  'Platform health, public keys of access tokens and the contact for security reports',
  {
    getHealth: {
      summary: 'Check whether the service responds',
      method: 'GET',
      path: '/health',
      access: 'anyone',
      host: 'both',
      standalone: true,
      reply: bare(z.object({ ok: z.literal(true) })),
      costs: { depth: 0, read: 0, write: 0 },
      example: {},
    },
    getDetailedHealth: {
      summary: 'Check the table, the clock, the stream, the signing keys, mail and push',
      method: 'GET',
      path: '/admin/health',
      access: 'admin',
      host: 'both',
      duringMaintenance: true,
      reply: flat(Health),
      limits: healthLimits,
      costs: { depth: 4, read: 10, write: 2 },
      example: { as: 'root' },
    },
    getSecurityContact: {
      summary: 'Get the contact for security reports (RFC 9116)',
      method: 'GET',
      path: '/.well-known/security.txt',
      access: 'anyone',
      host: 'both',
      standalone: true,
      duringMaintenance: true,
      reply: text('text/plain; charset=utf-8', { cache: 3600 }),
      fails: [ContactMissing],
      costs: { depth: 0, read: 0, write: 0 },
      example: {},
    },
    getSigningKeys: {
      summary: 'Get the public keys of access tokens (RFC 7517)',
      method: 'GET',
      path: '/.well-known/jwks.json',
      access: 'anyone',
      host: 'both',
      duringMaintenance: true,
      reply: bare(z.object({ keys: z.array(PublicKey) }), { cache: 300 }),
      costs: { depth: 1, read: 0.5, write: 0 },
      example: {},
    },
  },
)
